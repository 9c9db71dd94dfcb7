package org.einkorn.schedule;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.RandomStatements;

/** Random directives that make sense to the parser; few of them would apply to anything. */
final class RandomDirectives {
  private static final List<String> NAMES = List.of("i", "j", "k", "i0", "i1", "max", "threads");

  private final Random random;

  RandomDirectives(long seed) {
    random = new Random(seed);
  }

  Directive next() {
    return switch (random.nextInt(14)) {
      case 0 -> new Directive.Split(variable(), variable(), variable(), number());
      case 1 -> new Directive.Divide(variable(), variable(), variable(), number());
      case 2 -> new Directive.Fuse(variable(), variable(), variable());
      case 3 -> new Directive.Reorder(variables(1 + random.nextInt(4)));
      case 4 ->
          new Directive.Pos(
              variable(), variable(), new Access("A", variables(1 + random.nextInt(3))));
      case 5 -> new Directive.Coord(variable(), variable());
      case 6 -> precompute();
      case 7 -> new Directive.Bound(variable(), variable(), number(), random.nextBoolean());
      case 8 -> new Directive.Unroll(variable(), number());
      case 9 -> new Directive.Vectorize(variable());
      case 10 -> new Directive.Parallelize(variable(), pick(Directive.Races.values()));
      case 11 -> new Directive.Merge(variable(), pick(Directive.Merging.values()));
      case 12 -> new Directive.Assemble(pick(Directive.Assembly.values()));
      default ->
          new Directive.Workspace(variables(random.nextInt(3)), pick(Directive.Layout.values()));
    };
  }

  private Directive precompute() {
    int count = random.nextInt(4);
    return new Directive.Precompute(
        new RandomStatements(random.nextLong()).next().value(), variables(count), variables(count));
  }

  private IndexVariable variable() {
    return new IndexVariable(NAMES.get(random.nextInt(NAMES.size())));
  }

  private List<IndexVariable> variables(int count) {
    return IntStream.range(0, count).mapToObj(_ -> variable()).toList();
  }

  private int number() {
    return random.nextInt(4) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(64);
  }

  private <T> T pick(T[] choices) {
    return Stream.of(choices).toList().get(random.nextInt(choices.length));
  }
}
