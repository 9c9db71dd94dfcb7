package org.einkorn.imp;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * What the entries of a row are combined to, where they do nothing else:
 *
 * <pre>
 * declarations, without the sum
 * sum = sum op value, without the sum
 * </pre>
 *
 * @param sum a floating-point number
 */
record RowSum(Variable sum, BinaryOp op) {
  static Optional<RowSum> of(Rows rows) {
    List<Stmt> statements =
        rows.entry() instanceof Stmt.Block b ? b.statements() : List.of(rows.entry());
    if (statements.isEmpty()) {
      return Optional.empty();
    }
    List<Stmt> declared = statements.subList(0, statements.size() - 1);
    return statements.getLast() instanceof Stmt.Assign(Variable sum, Exp value)
            && value instanceof Binary(BinaryOp op, Exp left, Exp other)
            && left.equals(sum)
            && sum.type() instanceof Type.Scalar(ElementType element)
            && element.isFloat()
            && !RowValue.reads(other, sum)
            && declared.stream()
                .allMatch(s -> s instanceof Stmt.Declare d && !RowValue.reads(d.value(), sum))
            && Rows.isLittle(rows.entry())
        ? Optional.of(new RowSum(sum, op))
        : Optional.empty();
  }
}
