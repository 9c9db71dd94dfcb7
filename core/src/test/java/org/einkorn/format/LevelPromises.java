package org.einkorn.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.einkorn.format.LevelFormat.Code;
import org.einkorn.format.LevelFormat.Iteration;
import org.einkorn.format.LevelFormat.Location;
import org.einkorn.format.LevelFormat.Properties;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.format.LevelFormat.Seeking;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.storage.Storage;

/** Checks what one level of a stored tensor promises, by evaluating its fragments. */
final class LevelPromises {
  private final Storage tensor;
  private final int number;
  private final LevelFormat level;
  private final Properties properties;
  private final Map<Variable, Object> environment = new HashMap<>();
  private final int size;
  private final Code code;

  LevelPromises(Storage tensor, int number) {
    this.tensor = tensor;
    this.number = number;
    this.level = tensor.type().format().level(number);
    this.properties = level.properties();
    List<Object> stored = tensor.levels().get(number);
    assertThat(stored).as("arrays").hasSameSizeAs(level.arrays());
    List<Variable> arrays = new ArrayList<>();
    for (int k = 0; k < stored.size(); k++) {
      Variable array = new Variable("array" + k, level.arrays().get(k).type());
      arrays.add(array);
      environment.put(array, stored.get(k));
    }
    this.size =
        level.storesSize()
            ? evaluate(level.storedSize(arrays))
            : Math.toIntExact(
                tensor
                    .type()
                    .format()
                    .levelSize(number)
                    .orElseThrow()
                    .evaluate(_ -> 0, tensor.dimensions()::get));
    this.code = new Code(arrays, Imp.constant(size));
  }

  private int evaluate(Exp e) {
    return (int) Evaluator.evaluate(e, environment);
  }

  void check() {
    int parents = number == 0 ? 1 : new LevelPromises(tensor, number - 1).positions();
    level.iteration().ifPresent(i -> checkIteration(i, parents));
    level.location().ifPresent(l -> checkLocation(l, parents));
  }

  /** How many positions the level has. */
  private int positions() {
    int parents = number == 0 ? 1 : new LevelPromises(tensor, number - 1).positions();
    return level.iteration().isPresent()
        ? evaluate(level.iteration().get().children(code, range(0, parents)).end())
        : evaluate(level.location().orElseThrow().count(code, Imp.constant(parents)));
  }

  private static Range range(int begin, int end) {
    return new Range(Imp.constant(begin), Imp.constant(end));
  }

  private void checkIteration(Iteration iteration, int parents) {
    int end = evaluate(iteration.children(code, range(0, parents)).begin());
    assertThat(end).as("first child").isZero();
    Set<Integer> positions = new HashSet<>();
    for (int p = 0; p < parents; p++) {
      Range children = iteration.children(code, range(p, p + 1));
      int begin = evaluate(children.begin());
      assertThat(begin).as("children of %s begin where those before end", p).isEqualTo(end);
      end = evaluate(children.end());
      assertThat(end).as("end of the children of %s", p).isGreaterThanOrEqualTo(begin);
      List<Integer> coordinates = new ArrayList<>();
      for (int cursor = begin; cursor < end; cursor++) {
        coordinates.add(evaluate(iteration.coordinate(code, Imp.constant(cursor))));
        int position = evaluate(iteration.position(code, Imp.constant(cursor)));
        assertThat(positions.add(position)).as("position %s is new", position).isTrue();
      }
      checkProperties(p, begin, coordinates);
      checkSeeking(begin, end, coordinates);
      checkAgreement(iteration, p, begin, coordinates);
    }
    assertThat(positions)
        .as("positions")
        .isEqualTo(new HashSet<>(IntStream.range(0, end).boxed().toList()));
    int count = end;
    iteration
        .total(code)
        .ifPresent(total -> assertThat(evaluate(total)).as("total").isEqualTo(count));
  }

  private void checkProperties(int parent, int begin, List<Integer> coordinates) {
    List<Integer> there = coordinates.stream().filter(c -> c != -1).toList();
    if (!properties.padded()) {
      assertThat(coordinates).as("no padding under %s", parent).doesNotContain(-1);
    }
    assertThat(there).as("coordinates under %s", parent).allMatch(c -> c >= 0 && c < size);
    if (properties.ordered()) {
      assertThat(there).as("ordered under %s", parent).isSorted();
    }
    if (properties.unique()) {
      assertThat(there).as("unique under %s", parent).doesNotHaveDuplicates();
    }
    if (properties.full()) {
      assertThat(there)
          .as("full under %s", parent)
          .containsAll(IntStream.range(0, size).boxed().toList());
    }
    if (properties.branchless()) {
      assertThat(coordinates).as("one child under %s", parent).hasSize(1);
      assertThat(begin).as("at the same position").isEqualTo(parent);
    }
  }

  /** Seeking finds what is there and nothing else; in ordered levels, the next otherwise. */
  private void checkSeeking(int begin, int end, List<Integer> coordinates) {
    if (level.seeking().isEmpty()) {
      return;
    }
    Seeking seeking = level.seeking().get();
    Set<Integer> places = new HashSet<>();
    for (int c = 0; c < size; c++) {
      int found = evaluate(seeking.seek(code, range(begin, end), Imp.constant(c)));
      assertThat(found).as("sought %s", c).isBetween(begin, end);
      assertThat(places.add(found) && found < end || !seeking.isDirect())
          .as("%s has a place of its own", c)
          .isTrue();
      checkIsThere(seeking, c, found, found < end ? coordinates.get(found - begin) : -1);
      int first = coordinates.indexOf(c);
      if (first >= 0) {
        assertThat(found - begin).as("found %s in %s", c, coordinates).isEqualTo(first);
      } else if (properties.ordered() && !properties.padded()) {
        int sought = c;
        long smaller = coordinates.stream().filter(x -> x < sought).count();
        assertThat(found - begin)
            .as("next after %s in %s", c, coordinates)
            .isEqualTo((int) smaller);
      } else if (found < end) {
        assertThat(coordinates.get(found - begin)).as("%s is not there", c).isNotEqualTo(c);
      }
    }
  }

  private void checkIsThere(Seeking seeking, int sought, int found, int coordinate) {
    seeking
        .isThere(code, Imp.constant(found))
        .ifPresent(
            there ->
                assertThat(Evaluator.evaluate(there, environment))
                    .as("whether %s is there", sought)
                    .isEqualTo(coordinate == sought));
  }

  private void checkAgreement(
      Iteration iteration, int parent, int begin, List<Integer> coordinates) {
    if (level.location().isEmpty()) {
      return;
    }
    for (int k = 0; k < coordinates.size(); k++) {
      if (coordinates.get(k) >= 0) {
        Exp located =
            level
                .location()
                .get()
                .locate(code, Imp.constant(parent), Imp.constant(coordinates.get(k)));
        assertThat(evaluate(located))
            .as("located as iterated")
            .isEqualTo(evaluate(iteration.position(code, Imp.constant(begin + k))));
      }
    }
  }

  private void checkLocation(Location location, int parents) {
    int count = evaluate(location.count(code, Imp.constant(parents)));
    Set<Integer> positions = new HashSet<>();
    for (int p = 0; p < parents; p++) {
      for (int c = 0; c < size; c++) {
        int position = evaluate(location.locate(code, Imp.constant(p), Imp.constant(c)));
        assertThat(position).as("position").isBetween(0, count - 1);
        assertThat(positions.add(position)).as("position %s is new", position).isTrue();
      }
    }
    if (properties.full()) {
      assertThat(positions).as("positions").hasSize(count);
    }
  }
}
