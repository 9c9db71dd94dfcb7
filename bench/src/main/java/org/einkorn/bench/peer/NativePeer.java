package org.einkorn.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;

/**
 * Native code behind a shim in C or C++ that is compiled when the benchmark runs. The kernels it
 * has are those that the shim exports.
 *
 * @param source the name of the shim among the resources
 * @param flags what its compiler gets besides, such as libraries
 * @param advice how to get what is missing
 */
record NativePeer(String name, String source, List<String> flags, String advice) implements Peer {
  @Override
  public Optional<String> missing() {
    try {
      Path library = library();
      if (Files.exists(library)) {
        return Optional.empty();
      }
      Path folder = library.getParent();
      resource("problem.h", folder);
      Path unfinished = folder.resolve(source + ".unfinished");
      List<String> command = new ArrayList<>();
      command.add(source.endsWith(".c") ? "cc" : "c++");
      command.addAll(List.of("-O3", "-march=native", "-shared", "-fPIC", "-o"));
      command.add(unfinished.toString());
      command.add(resource(source, folder).toString());
      command.addAll(flags);
      Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (compiler.waitFor() != 0) {
        return Optional.of(advice + firstLine(said));
      }
      Files.move(unfinished, library, StandardCopyOption.ATOMIC_MOVE);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("there is no C compiler, " + e.getMessage());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String firstLine(String said) {
    return said.lines()
        .filter(line -> line.contains("rror"))
        .findFirst()
        .map(l -> " (" + l + ")")
        .orElse("");
  }

  private static Path resource(String name, Path folder) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream in = NativePeer.class.getResourceAsStream(name)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  private Path library() {
    return WorkFolder.path().resolve(source + ".so");
  }

  @Override
  public Optional<Contender> prepare(Problem problem) {
    Arena arena = Arena.ofShared();
    SymbolLookup symbols = SymbolLookup.libraryLookup(library(), arena);
    Optional<MethodHandle> kernel = function(symbols, problem.form().kernel());
    if (kernel.isEmpty()) {
      arena.close();
      return Optional.empty();
    }
    NativeProblem data = new NativeProblem(problem, arena);
    function(symbols, problem.form().kernel() + "_prepare").ifPresent(f -> call(f, data));
    return Optional.of(
        new Running(
            arena,
            data,
            kernel.get(),
            function(symbols, "answer"),
            problem.resultLength() < 0 ? function(symbols, "release") : Optional.empty(),
            function(symbols, "finish")));
  }

  private static Optional<MethodHandle> function(SymbolLookup symbols, String name) {
    FunctionDescriptor type = FunctionDescriptor.ofVoid(ValueLayout.ADDRESS);
    return symbols.find(name).map(address -> Linker.nativeLinker().downcallHandle(address, type));
  }

  private static void call(MethodHandle function, NativeProblem problem) {
    try {
      function.invokeExact(problem.address());
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private record Running(
      Arena arena,
      NativeProblem problem,
      MethodHandle kernel,
      Optional<MethodHandle> answered,
      Optional<MethodHandle> release,
      Optional<MethodHandle> finish)
      implements Contender {
    /** What is freed after the call is not counted, as little as what the collector does later. */
    @Override
    public double microseconds() {
      long start = System.nanoTime();
      call(kernel, problem);
      long end = System.nanoTime();
      release.ifPresent(f -> call(f, problem));
      return (end - start) / 1e3;
    }

    @Override
    public Answer answer() {
      call(kernel, problem);
      answered.ifPresent(f -> call(f, problem));
      Answer answer = problem.answer();
      release.ifPresent(f -> call(f, problem));
      return answer;
    }

    @Override
    public void close() {
      finish.ifPresent(f -> call(f, problem));
      arena.close();
    }
  }
}
