package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * How a loop over rows is written. All forms do the same, and all but those of long rows in the
 * same order, to the bit; those have another order, the same for all of them; which is fastest
 * depends on how long rows are, and on how well a processor foresees where they end. The JIT makes
 * three loops of the one over a row, each with an end of its own.
 */
public enum RowForm {
  /**
   * A row begins where the last one ended:
   *
   * <pre>
   * int p_begin = bounds[from];
   * for (int row = from; row &lt; to; row++) {
   *   before
   *   int p_end = bounds[row + 1];
   *   for (int p = p_begin; p &lt; p_end; p++) entry
   *   p_begin = p_end;
   *   after
   * }
   * </pre>
   */
  CONTINUED("rows that end where they are expected to") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return oneByOne(
          rows,
          names,
          (begin, end) ->
              List.of(Imp.forLoop(rows.p(), begin, end, rows.entry()), Imp.assign(begin, end)));
    }
  },

  /**
   * The first entry stands before the loop, which most rows do not enter then:
   *
   * <pre>
   *   if (p_begin &lt; p_end) {
   *     entry, of p_begin
   *     for (int p = p_begin + 1; p &lt; p_end; p++) entry
   *     p_begin = p_end;
   *   }
   * </pre>
   */
  PEELED("rows of few entries") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return oneByOne(
          rows,
          names,
          (begin, end) ->
              List.of(
                  Imp.ifThen(
                      Imp.less(begin, end),
                      Imp.block(
                          copy(rows.entry(), names, Map.of(rows.p(), begin)),
                          Imp.forLoop(rows.p(), Imp.add(begin, Imp.constant(1)), end, rows.entry()),
                          Imp.assign(begin, end)))));
    }
  },

  /**
   * A second entry is read in any case, which is the first once more where there is none, and
   * counts where there is one: that needs no branch. Most rows do not enter the loop:
   *
   * <pre>
   *   if (p_begin &lt; p_end) {
   *     entry, of p_begin
   *     int p_second = min(p_begin + 1, p_end - 1);
   *     double t_2 = t;
   *     entry, of p_second, which changes t_2 instead of t
   *     t = p_begin &lt; p_second ? t_2 : t;
   *     for (int p = p_begin + 2; p &lt; p_end; p++) entry
   *     p_begin = p_end;
   *   }
   * </pre>
   *
   * Rows that are not combined to a number are written as {@link #PEELED}.
   */
  PAIRED("rows of one entry or two") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return PairedRows.of(rows, names)
          .map(pairs -> oneByOne(rows, names, pairs::between))
          .orElseGet(() -> PEELED.write(rows, names));
    }
  },

  /**
   * As {@link #CONTINUED}, but each row begins with fetching what a later one will read:
   *
   * <pre>
   *   prefetch crd[p_begin + 256];
   *   prefetch vals[p_begin + 256];
   *   prefetch vals[p_begin + 264];
   *   for (int p = p_begin; p &lt; p_end; p++) entry
   *   p_begin = p_end;
   * </pre>
   */
  FETCHED("rows of few entries that are read faster than a processor fetches them by itself") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return oneByOne(
          rows,
          names,
          (begin, end) -> {
            List<Stmt> row = new ArrayList<>(StreamsAhead.of(rows, begin));
            row.add(Imp.forLoop(rows.p(), begin, end, rows.entry()));
            row.add(Imp.assign(begin, end));
            return row;
          });
    }
  },

  /**
   * One loop over the entries of all rows but the last, with a single branch that is hard to
   * foresee:
   *
   * <pre>
   * int row = from;
   * int row_last = to - 1;
   * if (row &lt;= row_last) {
   *   int p_begin = bounds[row];
   *   while (row &lt; row_last &amp;&amp; bounds[row + 1] == p_begin) { before after row++; }
   *   before
   *   int p_last = bounds[row + 1] - 1;
   *   for (int p = p_begin; p &lt; bounds[row_last]; p++) {
   *     entry
   *     if (p == p_last) {
   *       after
   *       row++;
   *       p_last = bounds[row + 1] - 1;
   *       if (p_last == p) {
   *         while (row &lt; row_last &amp;&amp; bounds[row + 1] == p + 1) { before after row++; }
   *         p_last = bounds[row + 1] - 1;
   *       }
   *       before
   *     }
   *   }
   *   for (int p = bounds[row_last]; p &lt; bounds[row_last + 1]; p++) entry
   *   after
   * }
   * </pre>
   *
   * Empty rows have a branch of their own, which where there are none is nothing to the JIT. So
   * that there really are none at the end of each chunk, the last row stands apart.
   */
  FLAT("rows of ever different lengths, or with entries far apart") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return new FlatRows(rows, names).write();
    }
  },

  /**
   * Floating-point numbers are added up in several variables by turns, for otherwise each addition
   * waits for the one before it:
   *
   * <pre>
   *   double t_2 = 0.0, t_3 = 0.0, t_4 = 0.0, t_5 = 0.0;
   *   int p = p_begin;
   *   while (p &lt; p_end - 3) {
   *     t_2 += e(p);
   *     …
   *     t_5 += e(p + 3);
   *     p += 4;
   *   }
   *   if (p &lt; p_end) {
   *     t_2 += e(p);
   *     if (p + 1 &lt; p_end) {
   *       t_3 += e(p + 1);
   *       if (p + 2 &lt; p_end) t_4 += e(p + 2);
   *     }
   *   }
   *   t += t_2 + t_3 + (t_4 + t_5);
   *   p_begin = p_end;
   * </pre>
   *
   * This rounds differently, so it must depend on the tensors alone whether a kernel runs so. What
   * is not added up is written as {@link #CONTINUED}.
   */
  LONG(Order.BY_TURNS, "rows of many entries") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return LongRows.of(rows, names)
          .map(sums -> oneByOne(rows, names, sums::between))
          .orElseGet(() -> CONTINUED.write(rows, names));
    }
  },

  /**
   * As {@link #LONG}, with the same bits, but each turn begins with fetching what a later one will
   * read:
   *
   * <pre>
   *   while (p &lt; p_end - 3) {
   *     prefetch vals[p + 1024];
   *     prefetch crd[p + 1024];
   *     t_2 += e(p);
   *     …
   * </pre>
   */
  LONG_FETCHED(
      Order.BY_TURNS,
      "rows of many entries that are read faster than a processor fetches them by itself") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return LongRows.of(rows, names)
          .map(sums -> oneByOne(rows, names, sums::fetching))
          .orElseGet(() -> CONTINUED.write(rows, names));
    }
  },

  /**
   * As {@link #LONG}, with the same bits, but the sums are lanes of a vector:
   *
   * <pre>
   *   int p_last_four = bounds[to] - 4;                        before all rows
   *   double&lt;4&gt; sums = double&lt;4&gt;(0.0);
   *   int p = p_begin;
   *   while (p &lt; p_end - 3) {
   *     sums += vals[p : 4] * double&lt;4&gt;(x[crd[p]], x[crd[p + 1]], x[crd[p + 2]], x[crd[p + 3]]);
   *     p += 4;
   *   }
   *   if (p &lt;= p_last_four) {
   *     … the same, in the first lanes, as many as entries are left
   *   }
   *   double t_2 = sums[0], t_3 = sums[1], t_4 = sums[2], t_5 = sums[3];
   *   if (p_last_four &lt; p) {
   *     … those that are left, one by one
   *   }
   *   t += t_2 + t_3 + (t_4 + t_5);
   *   p_begin = p_end;
   * </pre>
   *
   * How many are left of a row nobody can foresee, so no branch depends on it but at the end of all
   * rows; entries of later rows are computed with, and left out. Only machine code has such
   * vectors.
   */
  LONG_JOINED(Order.BY_TURNS, "rows of many entries, where each is computed in little time") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return joined(rows, names, false);
    }
  },

  /** As {@link #LONG_JOINED}, and each turn begins with fetching as in {@link #LONG_FETCHED}. */
  LONG_JOINED_FETCHED(
      Order.BY_TURNS,
      "rows of many entries, where each is computed sooner than a processor fetches it by itself") {
    @Override
    Stmt write(Rows rows, LocalNames names) {
      return joined(rows, names, true);
    }
  };

  private static Stmt joined(Rows rows, LocalNames names, boolean fetching) {
    return JoinedSums.of(rows, names)
        .map(
            sums ->
                Imp.block(
                    sums.declareLast(),
                    oneByOne(rows, names, (begin, end) -> sums.between(begin, end, fetching))))
        .orElseGet(() -> LONG.write(rows, names));
  }

  /** In which order entries are added up. */
  private enum Order {
    AS_STORED,
    BY_TURNS
  }

  private final Order order;
  private final String suits;

  RowForm(String suits) {
    this(Order.AS_STORED, suits);
  }

  RowForm(Order order, String suits) {
    this.order = order;
    this.suits = suits;
  }

  /** What rows it is for. */
  public String suits() {
    return suits;
  }

  /** Whether it gives the same bits as the others. */
  public boolean keepsOrder() {
    return order == Order.AS_STORED;
  }

  abstract Stmt write(Rows rows, LocalNames names);

  /**
   * What says which form suits the rows of a function.
   *
   * @param bounds where each row begins, and the last one ends
   * @param coordinates what is read first of an entry, if it is an integer
   */
  public record Evidence(Variable bounds, Optional<Variable> coordinates) {}

  /** That of the function's first loop over rows, if it has one. */
  public static Optional<Evidence> evidence(Function function) {
    Set<Variable> onlyRead = OnlyRead.of(function);
    List<Rows> found = new ArrayList<>();
    collect(function.body(), onlyRead, found);
    return found.stream()
        .findFirst()
        .map(rows -> new Evidence(rows.bounds(), rows.coordinates().filter(onlyRead::contains)));
  }

  /** The bounds of those rows, in order, that {@link #LONG} adds up in another order. */
  public static List<Variable> reordered(Function function) {
    List<Rows> found = new ArrayList<>();
    collect(function.body(), OnlyRead.of(function), found);
    LocalNames names = new LocalNames(function);
    return found.stream()
        .filter(rows -> LongRows.of(rows, names).isPresent())
        .map(Rows::bounds)
        .toList();
  }

  private static void collect(Stmt s, Set<Variable> onlyRead, List<Rows> found) {
    Rows.of(s, onlyRead).ifPresent(found::add);
    Walk.parts(s).forEach(part -> collect(part, onlyRead, found));
  }

  /**
   * The function with its loops over rows in this form; the same instance if it has none.
   *
   * @param function with partial sums: in other forms loops may look like what these are made of
   */
  public Function of(Function function) {
    Stmt body = of(function.body(), OnlyRead.of(function), new LocalNames(function));
    if (body == function.body()) {
      return function;
    }
    Function written = Simplifier.simplify(function.with(body));
    Verifier.verify(written);
    return written;
  }

  private Stmt of(Stmt s, Set<Variable> onlyRead, LocalNames names) {
    return Rows.of(s, onlyRead)
        .map(rows -> write(rows, names))
        .orElseGet(() -> Walk.map(s, e -> e, part -> of(part, onlyRead, names)));
  }

  /** What is done with the entries from one position to another. */
  private interface Entries {
    List<Stmt> between(Variable begin, Variable end);
  }

  private static Stmt oneByOne(Rows rows, LocalNames names, Entries entries) {
    Variable from = names.fresh(rows.row().name() + "_begin", Type.INT32);
    Variable to = names.fresh(rows.row().name() + "_end", Type.INT32);
    Variable begin = names.fresh(rows.p().name() + "_begin", Type.INT32);
    Variable end = names.fresh(rows.p().name() + "_end", Type.INT32);
    List<Stmt> row = new ArrayList<>(rows.before());
    row.add(Imp.declare(end, Imp.load(rows.bounds(), next(rows.row()))));
    row.addAll(entries.between(begin, end));
    row.add(rows.after());
    return Imp.block(
        Imp.declare(from, rows.from()),
        Imp.declare(to, rows.to()),
        Imp.declare(
            begin, Imp.select(Imp.less(from, to), Imp.load(rows.bounds(), from), Imp.constant(0))),
        Imp.forLoop(rows.row(), from, to, Imp.block(row)));
  }

  static Exp next(Exp row) {
    return Imp.add(row, Imp.constant(1));
  }

  /** The statement once more, with new names for all that it declares. */
  static Stmt copy(Stmt s, LocalNames names, Map<Variable, Exp> replacements) {
    Map<Variable, Exp> all = new HashMap<>(replacements);
    Copying.rename(s, v -> names.another(v.name(), v.type()), all);
    return Copying.replace(s, all);
  }
}
