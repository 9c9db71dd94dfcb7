package org.einkorn.backend.x64;

import static org.einkorn.imp.Imp.constant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/** Random statements that read and write elements around the same place. */
final class RandomClusters {
  private final Random random;
  private final RandomTerms terms;
  private final RandomPlaces places;
  private final RandomLoops loops;

  RandomClusters(Random random, RandomTerms terms, RandomLoops loops) {
    this.random = random;
    this.terms = terms;
    this.places = terms.places();
    this.loops = loops;
  }

  /**
   * Reads and writes elements around the same place, at the end of arrays more often than not. What
   * would lie outside is asked for first, almost always; what the place depends on may change in
   * between.
   */
  Stmt cluster(Place place, String label, int depth) {
    int mark = terms.visible().size();
    Type type = random.nextInt(3) == 0 ? terms.vector() : Type.of(terms.arrayElement());
    List<Variable> arrays = List.of(terms.array(type.element()), terms.array(type.element()));
    Place base = places.fit(place, type instanceof Type.Vector v ? v.lanes() : 1);
    List<Stmt> made = around(base, type, arrays, label, 1 + random.nextInt(5), depth);
    terms.leave(mark);
    return new Stmt.Block(made);
  }

  private List<Stmt> around(
      Place base, Type type, List<Variable> arrays, String label, int count, int depth) {
    List<Stmt> made = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      made.addAll(near(base, type, arrays.get(random.nextInt(2)), label));
      switch (random.nextInt(9)) {
        case 0, 1 -> made.add(change(base));
        case 2 -> made.add(loops.store());
        case 3 -> {
          if (depth > 0 && loops.canNest()) {
            made.add(repeated(around(base, type, arrays, label, count - k, 0), base));
          }
        }
        default -> {}
      }
    }
    return made;
  }

  /** Gives something that the place depends on another value, if there is anything. */
  private Stmt change(Place base) {
    List<Variable> candidates = new ArrayList<>();
    Walk.reads(
        base.exp(),
        v -> {
          if (terms.isAssignable(v)) {
            candidates.add(v);
          }
        });
    Optional<Exp.Load> load = load(base.exp());
    if (load.isPresent() && random.nextBoolean()) {
      return new Stmt.Store(
          load.get().array(), load.get().index(), loops.element(load.get().array()));
    }
    if (candidates.isEmpty()) {
      return loops.assign();
    }
    return loops.assign(candidates.get(random.nextInt(candidates.size())));
  }

  private static Optional<Exp.Load> load(Exp e) {
    return e instanceof Exp.Load load
        ? Optional.of(load)
        : Walk.children(e).stream().flatMap(child -> load(child).stream()).findFirst();
  }

  /** Declares nothing that others see. */
  private Stmt repeated(List<Stmt> body, Place base) {
    List<Stmt> all = new ArrayList<>(body);
    if (random.nextBoolean()) {
      all.add(change(base));
    }
    Variable v = terms.fresh(Type.INT32);
    int turns = random.nextInt(4);
    if (random.nextBoolean()) {
      return new Stmt.For(v, constant(0), constant(turns), new Stmt.Block(all));
    }
    all.add(Imp.increment(v));
    return new Stmt.Block(
        List.of(
            new Stmt.Declare(v, constant(0)),
            new Stmt.While(new Binary(BinaryOp.LESS, v, constant(turns)), new Stmt.Block(all))));
  }

  private List<Stmt> near(Place base, Type type, Variable array, String label) {
    int lanes = type instanceof Type.Vector v ? v.lanes() : 1;
    Place at = random.nextBoolean() ? base : places.plus(base, random.nextInt(7) - 3);
    boolean inside = new Range(0, RandomPlaces.LENGTH - lanes).contains(at.likely());
    if (inside || random.nextInt(places.isLoose() ? 4 : 40) == 0) {
      return List.of(access(array, type, at.exp()));
    }
    Exp good = isInside(at.exp(), lanes, array);
    Exp load = load(array, type, at.exp());
    return switch (random.nextInt(5)) {
      case 0 -> List.of(new Stmt.If(good, access(array, type, at.exp())));
      case 1 -> {
        Variable v = terms.fresh(type);
        yield List.of(new Stmt.Declare(v, new Exp.Select(good, load, terms.exp(type, 1))));
      }
      case 2 -> {
        Variable v = terms.fresh(Type.BOOL);
        yield type instanceof Type.Vector
            ? List.of()
            : List.of(
                new Stmt.Declare(
                    v,
                    new Binary(
                        BinaryOp.AND, good, new Binary(BinaryOp.LESS, load, terms.exp(type, 1)))),
                new Stmt.If(v, loops.assign()));
      }
      case 3 -> {
        Exp next = isInside(places.plus(at, 1).exp(), lanes, array);
        yield List.of(
            access(array, type, at.exp()), new Stmt.If(Imp.not(next), new Stmt.Break(label)));
      }
      default ->
          List.of(new Stmt.If(Imp.not(good), new Stmt.Break(label)), access(array, type, at.exp()));
    };
  }

  private static Exp isInside(Exp index, int lanes, Variable array) {
    Exp end = new Binary(BinaryOp.ADD, index, constant(lanes));
    return new Binary(
        BinaryOp.AND,
        new Binary(BinaryOp.GREATER_EQUAL, index, constant(0)),
        new Binary(BinaryOp.LESS_EQUAL, end, new Exp.Length(array)));
  }

  private static Exp load(Variable array, Type type, Exp index) {
    return type instanceof Type.Vector v
        ? new Exp.LoadVector(array, index, v.lanes())
        : new Exp.Load(array, index);
  }

  /** The same for code that may not run: nothing is declared that others see. */
  Stmt accessWithin(Variable array, Type type, Exp index) {
    int mark = terms.visible().size();
    Stmt made = access(array, type, index);
    terms.leave(mark);
    return made;
  }

  /** Reads or writes there. */
  Stmt access(Variable array, Type type, Exp index) {
    boolean isIndices = !terms.range(array).equals(Range.INT);
    if (random.nextBoolean() || isIndices && type instanceof Type.Vector) {
      List<Variable> candidates =
          terms.visible().stream()
              .filter(v -> terms.isAssignable(v) && v.type().equals(type))
              .filter(v -> terms.range(v).equals(Range.INT))
              .toList();
      Exp load = load(array, type, index);
      return candidates.isEmpty()
          ? new Stmt.Declare(terms.fresh(type), load)
          : new Stmt.Assign(candidates.get(random.nextInt(candidates.size())), load);
    }
    Exp value = type instanceof Type.Vector ? terms.exp(type, 1) : loops.element(array);
    return type instanceof Type.Vector || isIndices || random.nextBoolean()
        ? new Stmt.Store(array, index, value)
        : new Stmt.Update(array, index, terms.operator(type), value);
  }
}
