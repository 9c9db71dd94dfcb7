package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.Levels;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Window;

/**
 * An operand that is read through windows. Where an index depends on one variable alone, the window
 * is cut out of the tensor before loops run, unless its place is easily computed; where it depends
 * on several, it is computed in the loops.
 */
public final class WindowedOperand {
  private final Access written;
  private final String name;
  private final List<Boolean> computed = new ArrayList<>();
  private final TensorType type;

  WindowedOperand(Access written, TensorType source, String name) {
    this.written = written;
    this.name = name;
    Format format = source.format();
    boolean simple =
        format.isPlain()
            && format.isLocated()
            && written.windows().stream().noneMatch(w -> w instanceof Window.Selection);
    for (Window w : written.windows()) {
      computed.add(w.plain().isEmpty() && (w.variables().size() > 1 || simple));
    }
    this.type = new TensorType(source.element(), format(format), source.fill());
  }

  /** What the tensor is stored as when its windows have been cut out. */
  private Format format(Format source) {
    int order = (int) IntStream.range(0, written.order()).filter(d -> !isDropped(d)).count();
    if (order == written.order()
        && source.isPlain()
        && source.followsLoops()
        && isTolerant(source)) {
      return source;
    }
    return order == 2 ? Formats.csr() : Formats.csf(order);
  }

  /** Whether it can be asked for coordinates that the tensor does not have. */
  private boolean isTolerant(Format format) {
    return IntStream.range(0, format.depth())
        .filter(l -> isComputed(format.dimension(l)))
        .mapToObj(format::level)
        .allMatch(
            l ->
                l.location().isPresent()
                    || l.properties().ordered()
                        && l.seeking().filter(s -> !s.isDirect()).isPresent());
  }

  /** The name of the tensor that is read. */
  public String tensor() {
    return written.tensor();
  }

  /** Its own name. */
  public String name() {
    return name;
  }

  /** Its name where loops run over it. */
  public String driven() {
    return name + "_all";
  }

  /** The tensor that loops read, before anything is computed in them. */
  public TensorType type() {
    return type;
  }

  /** The access as it is written. */
  public Access written() {
    return written;
  }

  /** Whether some index is computed in the loops. */
  public boolean isComputed() {
    return computed.contains(true);
  }

  /** Whether nothing is cut out, so that the tensor is read as it is. */
  public boolean isWhole() {
    return IntStream.range(0, written.order())
        .allMatch(d -> computed.get(d) || written.windows().get(d).plain().isPresent());
  }

  /** Whether a dimension is gone, because only one of its coordinates is read. */
  public boolean isDropped(int dimension) {
    return !computed.get(dimension) && written.windows().get(dimension).variables().isEmpty();
  }

  public boolean isComputed(int dimension) {
    return computed.get(dimension);
  }

  /** The variable that a computed coordinate has, whose size is that of the dimension. */
  public IndexVariable coordinate(int dimension) {
    return new IndexVariable(name + "_at" + (written.order() == 1 ? "" : dimension + 1));
  }

  /** The access that loops are chosen for. */
  Access access() {
    if (isComputed()) {
      return new Access(name, written.indices());
    }
    List<IndexVariable> indices = new ArrayList<>();
    for (int d = 0; d < written.order(); d++) {
      if (!isDropped(d)) {
        indices.add(written.indices().get(written.windows().get(d).variables().getFirst()));
      }
    }
    return new Access(name, indices);
  }

  /** The type in which computed coordinates may lie outside. */
  TensorType bounded() {
    Format format = type.format();
    List<LevelFormat> levels = new ArrayList<>();
    for (int l = 0; l < format.depth(); l++) {
      boolean open = isComputed(dimensionOf(format.dimension(l)));
      levels.add(open && format.level(l).location().isPresent() ? Levels.BOUNDED : format.level(l));
    }
    return new TensorType(type.element(), Format.plain(levels, format.dimensions()), type.fill());
  }

  /** The dimension of the tensor as written that is this one of what is cut out. */
  private int dimensionOf(int kept) {
    return IntStream.range(0, written.order())
        .filter(d -> !isDropped(d))
        .skip(kept)
        .findFirst()
        .orElseThrow();
  }

  /** What a dimension's coordinate is, if it is computed, in terms of these variables. */
  Optional<IndexExpression<IndexVariable>> value(int dimension, List<IndexVariable> variables) {
    if (!isComputed(dimension)) {
      return Optional.empty();
    }
    return Optional.of(
        switch (written.windows().get(dimension)) {
          case Window.Affine a -> sum(a, variables);
          case Window.Slice s ->
              plus(
                  times(new IndexExpression.Value<>(variables.get(s.variable())), s.step()),
                  s.from());
          case Window.Selection s -> throw new IllegalStateException("a selection is cut out");
        });
  }

  /** The coordinates, computed or not, of what loops read. */
  List<IndexVariable> coordinates(List<IndexVariable> variables) {
    List<IndexVariable> all = new ArrayList<>();
    for (int d = 0; d < written.order(); d++) {
      if (isComputed(d)) {
        all.add(coordinate(d));
      } else if (!isDropped(d)) {
        all.add(variables.get(written.windows().get(d).variables().getFirst()));
      }
    }
    return all;
  }

  static IndexExpression<IndexVariable> sum(Window.Affine a, List<IndexVariable> variables) {
    IndexExpression<IndexVariable> sum = null;
    for (int k : a.variables()) {
      int by = a.coefficients().get(k);
      IndexExpression<IndexVariable> part =
          times(new IndexExpression.Value<>(variables.get(k)), Math.abs(by));
      IndexExpression<IndexVariable> before =
          sum == null && by < 0 ? new IndexExpression.Constant<>(0) : sum;
      sum =
          before == null
              ? part
              : by > 0
                  ? new IndexExpression.Add<>(before, part)
                  : new IndexExpression.Subtract<>(before, part);
    }
    return sum == null ? new IndexExpression.Constant<>(a.constant()) : plus(sum, a.constant());
  }

  private static IndexExpression<IndexVariable> times(IndexExpression<IndexVariable> e, int by) {
    return by == 1 ? e : new IndexExpression.Multiply<>(e, by);
  }

  private static IndexExpression<IndexVariable> plus(IndexExpression<IndexVariable> e, int more) {
    return more == 0
        ? e
        : more > 0
            ? new IndexExpression.Add<>(e, new IndexExpression.Constant<>(more))
            : new IndexExpression.Subtract<>(e, new IndexExpression.Constant<>(-more));
  }
}
