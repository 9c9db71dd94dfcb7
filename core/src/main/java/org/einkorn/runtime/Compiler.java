package org.einkorn.runtime;

import java.util.Map;
import java.util.Optional;
import org.einkorn.backend.jvm.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Function;
import org.einkorn.imp.Simplifier;
import org.einkorn.imp.Verifier;
import org.einkorn.legalise.Legaliser;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.LoopVerifier;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering;
import org.einkorn.lower.KernelCode;
import org.einkorn.lower.Lowering;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Reductions;
import org.einkorn.plan.Plan;
import org.einkorn.plan.PlanVerifier;
import org.einkorn.plan.Planner;
import org.einkorn.schedule.Chunking;

/**
 * The passes, in order: notation → loops → plan → imp → machine code. Every form in between can be
 * looked at.
 */
public final class Compiler {
  private Compiler() {}

  /** Everything that came out on the way to a kernel. */
  public record Compilation(
      Assignment notation, LoopProgram loops, Plan plan, KernelCode code, TensorType resultType) {}

  /** An assignment as code that could run, before it is given to the machine. */
  public static Compilation compile(
      Assignment assignment, Map<String, TensorType> inputs, TensorType resultType) {
    return compile(assignment, inputs, resultType, Projection.FUSED);
  }

  public static Compilation compile(
      Assignment assignment,
      Map<String, TensorType> inputs,
      TensorType resultType,
      Projection projection) {
    Assignment bound = Reductions.bind(assignment);
    LoopProgram loops = Legaliser.legalise(bound, inputs, resultType);
    LoopVerifier.verify(loops);
    Plan plan = Planner.plan(loops);
    PlanVerifier.verify(loops, plan);
    KernelCode code = Lowering.lower(loops, plan, projection);
    Function simple = Simplifier.simplify(code.function());
    Verifier.verify(simple);
    return new Compilation(
        bound, loops, plan, new KernelCode(simple, code.parameters()), resultType);
  }

  /** The same loops in chunks, if they can be divided. */
  public static Optional<ChunkCode> divide(LoopProgram loops) {
    return Chunking.of(loops)
        .map(
            chunks -> {
              LoopVerifier.verify(chunks.program());
              Plan plan = Planner.plan(chunks.program());
              PlanVerifier.verify(chunks.program(), plan);
              return ChunkLowering.lower(chunks, plan);
            });
  }

  public static CompiledFunction assemble(Compilation compilation) {
    return JvmCompiler.compile(compilation.code().function());
  }
}
