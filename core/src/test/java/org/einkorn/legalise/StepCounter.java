package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.LoopVerifier;
import org.einkorn.lower.KernelCode;
import org.einkorn.lower.Lowering;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Planner;
import org.einkorn.storage.Storage;

/** Runs loops and counts how often the body of any of them is entered. */
final class StepCounter {
  private static final Variable STEPS = new Variable("steps", Type.arrayOf(ElementType.INT64));

  private StepCounter() {}

  static long count(
      LoopProgram loops, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    LoopVerifier.verify(loops);
    KernelCode code = Lowering.lower(loops, Planner.plan(loops));
    Function function = Optimiser.simplify(code.function());
    List<Variable> results = new ArrayList<>(function.results());
    results.add(STEPS);
    List<Stmt> body = new ArrayList<>();
    body.add(Imp.declare(STEPS, new Exp.Allocate(ElementType.INT64, Imp.constant(1))));
    body.addAll(Walk.parts(counting(function.body())));
    Function counting =
        new Function(function.name(), function.parameters(), results, new Stmt.Block(body));
    Object[] arguments = code.parameters().stream().map(p -> argument(p, inputs, sizes)).toArray();
    Object[] returned = JvmCompiler.compile(counting).run(arguments);
    return ((long[]) returned[returned.length - 1])[0];
  }

  private static Stmt counting(Stmt s) {
    List<Stmt> parts = new ArrayList<>();
    for (Stmt part : Walk.parts(s)) {
      Stmt inside = counting(part);
      boolean loop = s instanceof Stmt.For || s instanceof Stmt.While;
      Stmt step = Imp.update(STEPS, Imp.constant(0), BinaryOp.ADD, Imp.constant(Constant.of(1L)));
      parts.add(loop ? Imp.block(step, inside) : inside);
    }
    return Walk.with(s, Walk.expressions(s), parts);
  }

  private static Object argument(
      KernelCode.Parameter parameter,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes) {
    return switch (parameter) {
      case KernelCode.LevelArray a -> inputs.get(a.tensor()).levels().get(a.level()).get(a.array());
      case KernelCode.Values v -> inputs.get(v.tensor()).values();
      case KernelCode.Size s -> new HashMap<>(sizes).get(s.variable());
      case KernelCode.AssembledValues v -> throw new IllegalStateException("nothing was assembled");
      case KernelCode.SpareValues v -> throw new IllegalStateException("nothing is spare");
      case KernelCode.SpareArray a -> throw new IllegalStateException("nothing is spare");
    };
  }
}
