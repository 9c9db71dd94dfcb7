package org.einkorn.bench.peer;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.einkorn.Einkorn;
import org.einkorn.Kernel;
import org.einkorn.Tensor;
import org.einkorn.bench.problem.Problem;

/**
 * Einkorn through its public API, with the schedule it chooses, on so many threads. A result is
 * written over the one before, as the loops in C do it.
 */
public record EinkornItself(int threads) implements Peer {
  @Override
  public String name() {
    return threads == 1 ? "Einkorn" : "Einkorn ×" + threads;
  }

  @Override
  public boolean onJvm() {
    return true;
  }

  @Override
  public Optional<String> missing() {
    return Optional.empty();
  }

  @Override
  public Optional<Contender> prepare(Problem problem) {
    Map<String, Tensor> tensors = problem.tensors();
    Kernel kernel =
        Einkorn.expression(problem.form().statement())
            .with(tensors)
            .result(problem.form().resultFormat())
            .compile();
    AtomicReference<Tensor> last = new AtomicReference<>();
    return Optional.of(
        new InProcess<>(
            () -> {
              Einkorn.threads(threads);
              Tensor spare = last.get();
              last.set(spare == null ? kernel.run(tensors) : kernel.run(tensors, spare));
              return last.get();
            },
            problem::answer));
  }
}
