package org.einkorn.backend.x64;

import static org.einkorn.imp.Imp.constant;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * Random statements with some entries before the loop over the others, as {@link Stretch} looks for
 * them, and others that only look so: an entry is left out, or read elsewhere, or not always, or
 * bounds change on the way.
 */
final class RandomStretches {
  private final Random random;
  private final RandomTerms terms;
  private final RandomLoops loops;
  private final RandomClusters clusters;
  private final Variable from;
  private final Variable to;
  private final List<Variable> arrays = new ArrayList<>();

  RandomStretches(Random random, RandomTerms terms, RandomLoops loops, RandomClusters clusters) {
    this.random = random;
    this.terms = terms;
    this.loops = loops;
    this.clusters = clusters;
    this.from = terms.fresh(Type.INT32);
    this.to = terms.fresh(Type.INT32);
    for (int k = random.nextInt(3); k >= 0; k--) {
      arrays.add(terms.array(terms.arrayElement()));
    }
  }

  List<Stmt> make() {
    // Many end where an array does, or a little behind it.
    boolean atEnd = random.nextBoolean();
    Range near = new Range(-1, atEnd ? RandomPlaces.LENGTH + 8 : RandomPlaces.LARGEST_INDEX);
    List<Stmt> made = new ArrayList<>();
    Exp end = new Exp.Length(arrays.getFirst());
    made.add(
        new Stmt.Declare(
            from,
            atEnd
                ? Imp.subtract(end, constant(random.nextInt(4)))
                : terms.places().inRange(near, 2)));
    made.add(new Stmt.Declare(to, atEnd ? afterFrom() : bound(near)));
    int mark = terms.visible().size();
    terms.see(from, near);
    terms.see(to, near);
    List<Stmt> body = new ArrayList<>(entry(from));
    boolean second = random.nextBoolean();
    if (second) {
      body.addAll(second(near));
    }
    if (random.nextInt(6) == 0) {
      body.add(loops.assign(random.nextBoolean() ? from : to));
    }
    body.add(rest((second ? 2 : 1) + (random.nextInt(6) == 0 ? 1 - random.nextInt(3) : 0)));
    if (random.nextBoolean()) {
      body.add(Imp.assign(from, to));
    } else if (random.nextInt(3) == 0) {
      body.add(Imp.assign(to, Imp.add(to, constant(2)))); // what was tested ends before
      body.add(rest(1));
    }
    terms.leave(mark);
    String label = terms.label();
    boolean leaves = random.nextInt(6) == 0;
    if (leaves) {
      body.add(random.nextInt(body.size() + 1), mayLeave(label));
    }
    Exp condition = random.nextInt(8) == 0 ? Imp.lessEqual(from, to) : Imp.less(from, to);
    Stmt all = new Stmt.If(condition, new Stmt.Block(body));
    made.add(leaves ? new Stmt.Labelled(label, all) : all);
    return made;
  }

  /** Mostly not: then what comes after happens all the same. */
  private Stmt mayLeave(String label) {
    return new Stmt.If(
        Imp.less(to, constant(random.nextInt(RandomPlaces.LENGTH))), new Stmt.Break(label));
  }

  private Exp afterFrom() {
    return Imp.add(from, constant(random.nextInt(5)));
  }

  /** A few behind the beginning, or anywhere. */
  private Exp bound(Range near) {
    return random.nextBoolean()
        ? Imp.min(afterFrom(), constant(RandomPlaces.LARGEST_INDEX))
        : terms.places().inRange(near, 2);
  }

  /** What is done with an entry: all arrays have a part in it, most of the time. */
  private List<Stmt> entry(Variable p) {
    List<Stmt> made = new ArrayList<>();
    for (Variable array : arrays) {
      Type type = Type.of(array.type().element());
      switch (random.nextInt(12)) {
        case 0 -> {}
        case 1 ->
            made.add(clusters.access(array, type, Imp.add(p, constant(random.nextInt(3) - 1))));
        case 2 ->
            made.add(new Stmt.If(terms.exp(Type.BOOL, 1), clusters.accessWithin(array, type, p)));
        default -> made.add(clusters.access(array, type, p));
      }
    }
    return made;
  }

  /** A second entry, or the first once more; a number is another one only if there is a second. */
  private List<Stmt> second(Range near) {
    Variable second = terms.fresh(Type.INT32);
    List<Stmt> made = new ArrayList<>();
    made.add(
        new Stmt.Declare(
            second, Imp.min(Imp.add(from, constant(1)), Imp.subtract(to, constant(1)))));
    terms.see(second, near);
    made.addAll(entry(second));
    Type type = Type.of(random.nextBoolean() ? ElementType.FLOAT64 : ElementType.FLOAT32);
    List<Variable> numbers =
        terms.visible().stream()
            .filter(v -> v.type().equals(type) && terms.isAssignable(v))
            .toList();
    if (!numbers.isEmpty()) {
      Variable one = numbers.get(random.nextInt(numbers.size()));
      Variable other = numbers.get(random.nextInt(numbers.size()));
      made.add(new Stmt.Assign(one, new Exp.Select(Imp.less(from, second), other, one)));
    }
    return made;
  }

  private Stmt rest(int few) {
    Variable p = terms.fresh(Type.INT32);
    int mark = terms.visible().size();
    terms.see(p, new Range(-2, RandomPlaces.LENGTH + 8));
    terms.fix(p);
    List<Stmt> entry = entry(p);
    terms.leave(mark);
    return new Stmt.For(p, Imp.add(from, constant(few)), to, new Stmt.Block(entry));
  }
}
