package org.einkorn.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.einkorn.EinkornException;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.VectorUnit;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.imp.CoreLoop;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.RowForm;
import org.einkorn.imp.Searches;
import org.einkorn.imp.VectorForm;
import org.einkorn.legalise.Conversions;
import org.einkorn.legalise.ConvertedOperand;
import org.einkorn.legalise.Legaliser;
import org.einkorn.legalise.Pruning;
import org.einkorn.legalise.Scheduler;
import org.einkorn.legalise.Windowing;
import org.einkorn.loops.Chunks;
import org.einkorn.loops.LoopPrinter;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.LoopVerifier;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering;
import org.einkorn.lower.ChunkLowering.Memory;
import org.einkorn.lower.KernelCode;
import org.einkorn.lower.Lowering;
import org.einkorn.lower.Projection;
import org.einkorn.lower.SpareCode;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Reductions;
import org.einkorn.plan.Plan;
import org.einkorn.plan.PlanVerifier;
import org.einkorn.plan.Planner;
import org.einkorn.schedule.Chunking;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.LoopNest;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.OperandCopy;
import org.einkorn.schedule.PositionSplit;

/**
 * The passes, in order: notation → loops → plan → imp → machine code. Every form in between can be
 * looked at.
 */
public final class Compiler {
  /** In bytes. */
  private static final int WIDEST_REGISTER = 64;

  private Compiler() {}

  /** Everything that came out on the way to a kernel. */
  public record Compilation(
      Assignment notation,
      Map<String, TensorType> inputs,
      LoopProgram loops,
      Plan plan,
      KernelCode code,
      TensorType resultType,
      Optional<LoopNest> schedule,
      List<ConvertedOperand> converted) {}

  /** An assignment as code that could run, before it is given to the machine. */
  public static Compilation compile(
      Assignment assignment, Map<String, TensorType> inputs, TensorType resultType) {
    Guidance guidance = Guidance.of(assignment.value(), Measurements.NONE);
    return lower(loops(assignment, inputs, resultType, guidance), resultType, Projection.FUSED);
  }

  /**
   * The loops for an assignment, and the assignment with every reduction bound.
   *
   * @param schedule what a user's schedule made of the loops, if there is one
   * @param converted operands that are converted before the loops run, and read by them
   */
  public record Chosen(
      Assignment notation,
      Map<String, TensorType> inputs,
      LoopProgram loops,
      Optional<LoopNest> schedule,
      List<ConvertedOperand> converted) {
    Chosen(
        Assignment notation,
        Map<String, TensorType> inputs,
        LoopProgram loops,
        Optional<LoopNest> schedule) {
      this(notation, inputs, loops, schedule, List.of());
    }

    /** With operands converted before the loops run, if these would copy them. */
    Chosen converting(Measurements measured, double fewest) {
      Measurements all = Windowing.of(notation, inputs).measured(measured);
      Conversions conversions = Conversions.of(loops, all, fewest);
      if (conversions.operands().isEmpty()) {
        return this;
      }
      LoopVerifier.verify(conversions.program());
      return new Chosen(notation, inputs, conversions.program(), schedule, conversions.operands());
    }

    /** All that makes a kernel what it is, besides the types of its tensors. */
    String text() {
      return LoopPrinter.print(loops) + converted;
    }
  }

  public static Chosen loops(
      Assignment assignment,
      Map<String, TensorType> inputs,
      TensorType resultType,
      Guidance guidance) {
    return loopsAsTheyAre(assignment, inputs, resultType, guidance)
        .converting(guidance.measured(), OperandCopy.FEWEST);
  }

  /** The same, which make all copies of operands themselves. */
  static Chosen loopsAsTheyAre(
      Assignment assignment,
      Map<String, TensorType> inputs,
      TensorType resultType,
      Guidance guidance) {
    Assignment bound = Reductions.bind(assignment);
    LoopProgram loops = Legaliser.legalise(bound, inputs, resultType, guidance);
    LoopVerifier.verify(loops);
    return new Chosen(bound, inputs, loops, Optional.empty());
  }

  /** The loops that copy an operand, but not the values in it that are its fill value. */
  static Chosen loopsWithoutFill(
      Assignment copy, String operand, TensorType type, TensorType resultType) {
    Guidance guidance = Guidance.of(copy.value(), Measurements.NONE);
    LoopProgram all = Legaliser.legalise(copy, Map.of(operand, type), resultType, guidance);
    LoopProgram loops = Pruning.withoutFill(all, operand);
    LoopVerifier.verify(loops);
    return new Chosen(copy, Map.of(operand, type), loops, Optional.empty());
  }

  /**
   * The loops for an assignment that a schedule makes.
   *
   * @param asked the format that the result is packed into afterwards
   */
  public static Chosen loops(
      Assignment assignment,
      Map<String, TensorType> inputs,
      TensorType resultType,
      Format asked,
      List<Directive> schedule) {
    Assignment bound = Reductions.bind(assignment);
    Scheduler scheduler = Scheduler.of(bound, inputs, resultType, asked);
    LoopNest nest = scheduler.nest(schedule);
    LoopProgram loops = scheduler.program(nest);
    LoopVerifier.verify(loops);
    return new Chosen(bound, inputs, loops, Optional.of(nest));
  }

  public static Compilation lower(Chosen chosen, TensorType resultType, Projection projection) {
    LoopProgram loops = chosen.loops();
    Plan plan =
        projection == Projection.FUSED ? Planner.plan(loops) : Planner.planForPattern(loops);
    PlanVerifier.verify(loops, plan);
    KernelCode code = Lowering.lower(loops, plan, projection);
    Function optimal = Optimiser.optimise(code.function());
    return new Compilation(
        chosen.notation(),
        chosen.inputs(),
        loops,
        plan,
        new KernelCode(optimal, code.parameters()),
        resultType,
        chosen.schedule(),
        chosen.converted());
  }

  /** The code with a result that is appended to spare arrays, if it is appended at all. */
  static Optional<SpareCode> appending(Compilation compilation) {
    return Lowering.lowerForSpare(compilation.loops(), compilation.plan())
        .map(
            spare -> {
              Function optimal = Optimiser.optimise(spare.kernel().function());
              return new SpareCode(
                  new KernelCode(optimal, spare.kernel().parameters()),
                  Optimiser.optimise(spare.workspaces()),
                  spare.mayFail());
            });
  }

  /** The same loops in chunks, if they can be divided. */
  public static Optional<ChunkCode> divide(Compilation compilation) {
    return divide(compilation, Memory.NEW);
  }

  /** The same with a result in some memory. */
  static Optional<ChunkCode> divide(Compilation compilation, Memory memory) {
    return divide(compilation.loops(), compilation.schedule(), memory);
  }

  private static Optional<ChunkCode> divide(
      LoopProgram loops, Optional<LoopNest> schedule, Memory memory) {
    return chunks(loops, schedule).map(c -> ChunkLowering.lower(c, plan(c), memory));
  }

  /** The same for parts that are written to where another result has them, if they can be. */
  static Optional<ChunkCode> divideInPlace(Compilation compilation) {
    return chunks(compilation.loops(), compilation.schedule())
        .flatMap(c -> ChunkLowering.lowerInPlace(c, plan(c)));
  }

  private static Optional<Chunks> chunks(LoopProgram loops, Optional<LoopNest> schedule) {
    return schedule.isEmpty() ? Chunking.of(loops) : schedule.get().chunks(loops);
  }

  private static Plan plan(Chunks chunks) {
    LoopVerifier.verify(chunks.program());
    Plan plan = Planner.plan(chunks.program());
    PlanVerifier.verify(chunks.program(), plan);
    return plan;
  }

  /**
   * The same statement divided by the entries of an operand, for tensors some of whose rows are
   * much longer than others; empty if that cannot be, or if a schedule says otherwise.
   */
  static Optional<ChunkCode> divideByPositions(Compilation compilation, Memory memory) {
    Map<String, TensorType> inputs = compilation.inputs();
    boolean plain =
        inputs.values().stream().allMatch(t -> t.format().followsLoops())
            && Windowing.of(compilation.notation(), inputs).isEmpty();
    if (compilation.schedule().isPresent() || !plain) {
      return Optional.empty();
    }
    try {
      Scheduler scheduler = Scheduler.of(compilation.notation(), inputs, compilation.resultType());
      return PositionSplit.of(scheduler.base())
          .flatMap(
              directives -> {
                LoopNest nest = scheduler.nest(directives);
                LoopProgram loops = scheduler.program(nest);
                LoopVerifier.verify(loops);
                Chosen chosen =
                    new Chosen(compilation.notation(), inputs, loops, Optional.of(nest));
                return divide(lower(chosen, compilation.resultType(), Projection.FUSED), memory);
              })
          .filter(code -> code.chunks().combination() == Chunks.Combination.BOUNDARY);
    } catch (EinkornException e) {
      return Optional.empty(); // refused: rows it is
    }
  }

  /** The code with all dimensions of that size in registers as this machine has, or could have. */
  public static Optional<Function> inVectors(Compilation compilation, int size) {
    Map<IndexVariable, Integer> sizes = new HashMap<>();
    for (KernelCode.Parameter p : compilation.code().parameters()) {
      if (p instanceof KernelCode.Size(IndexVariable variable)) {
        sizes.put(variable, size);
      }
    }
    return inVectors(
        compilation, sizes, VectorUnit.isPresent() ? VectorUnit::lanes : Compiler::mostLanes, 2);
  }

  /**
   * The code for tensors of these sizes with rows in vector registers, if there are rows. It runs
   * only where work is divided, in chunks; this is how it reads undivided.
   *
   * @param lanes how many elements of a type a register takes
   * @param shortest how long a row must be at least
   */
  public static Optional<Function> inVectors(
      Compilation compilation,
      Map<IndexVariable, Integer> sizes,
      ToIntFunction<ElementType> lanes,
      int shortest) {
    KernelCode code = Lowering.lower(compilation.loops(), compilation.plan(), Projection.FUSED);
    Function simple = Optimiser.simplify(code.function());
    Map<Variable, Integer> known = new HashMap<>();
    for (int k = 0; k < code.parameters().size(); k++) {
      if (code.parameters().get(k) instanceof KernelCode.Size(IndexVariable variable)) {
        known.put(simple.parameters().get(k), sizes.get(variable));
      }
    }
    return VectorForm.of(simple).flatMap(form -> form.with(known, lanes, shortest));
  }

  /**
   * A chunk of the code with all dimensions of that size, in the forms that are made machine code,
   * the plainest first; empty if it cannot be divided. Registers are the widest that there are.
   */
  public static List<Function> forMachine(Compilation compilation, int size) {
    return divide(compilation)
        .map(code -> forMachine(code, size, Compiler::mostLanes))
        .orElse(List.of());
  }

  /**
   * A chunk of the code in pieces, of which the main loop is made machine code, in several forms,
   * the plainest first; none if it can be machine code as a whole, or has no such loop.
   */
  public static List<CoreLoop> coresForMachine(Compilation compilation) {
    return divide(compilation)
        .map(
            code -> {
              Function chunk = Optimiser.split(code.chunk());
              boolean isWhole =
                  chunk.results().stream().allMatch(chunk.parameters()::contains)
                      && MachineCode.isSuitable(Searches.written(chunk).body());
              return isWhole
                  ? List.<CoreLoop>of()
                  : LoopFunction.bestCores(chunk, code.workspaces(), Compiler::mostLanes);
            })
        .orElse(List.of());
  }

  /** Whether chunks of these loops can run as machine code here, with dimensions of that size. */
  public static boolean isForMachine(LoopProgram loops, Optional<LoopNest> schedule, int size) {
    return MachineCode.isPresent()
        && Use.ofMachineCode() != Use.NEVER
        && divide(loops, schedule, Memory.NEW)
            .map(code -> forMachine(code, size, MachineCode::lanes).getFirst())
            .filter(MachineCode::isSuitable)
            .isPresent();
  }

  private static List<Function> forMachine(
      ChunkCode code, int size, ToIntFunction<ElementType> lanes) {
    Map<Variable, Integer> sizes = new HashMap<>();
    for (int k = 0; k < code.parameters().size(); k++) {
      if (code.parameters().get(k) instanceof KernelCode.Size) {
        sizes.put(code.chunk().parameters().get(k), size);
      }
    }
    return MachineForms.of(code.chunk(), sizes, lanes, 2, RowForm.CONTINUED);
  }

  private static int mostLanes(ElementType type) {
    return type == ElementType.BOOL ? 1 : WIDEST_REGISTER / type.bytes();
  }

  /**
   * The code with its loops over rows in that form, if it has any. Such code runs only where work
   * is divided, in chunks; this is how it reads undivided.
   */
  public static Optional<Function> inForm(Compilation compilation, RowForm form) {
    Function plain = compilation.code().function();
    return Optional.of(form.of(plain)).filter(other -> other != plain);
  }

  /** Whether its rows are added up in another order where they are long. */
  public static boolean addsUpInAnyOrder(Compilation compilation) {
    return new SumOrder(memory -> divide(compilation, memory)).getAsBoolean();
  }

  /** The code of the JVM that a kernel begins with. */
  public static CompiledFunction assemble(Compilation compilation) {
    return LoopTwin.ofWhole(compilation.code().function(), Function.NOTHING);
  }
}
