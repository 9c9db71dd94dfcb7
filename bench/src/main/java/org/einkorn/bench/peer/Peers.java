package org.einkorn.bench.peer;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** All peers, in the order of the table. */
public final class Peers {
  private static final String INSTALL = "bench/install-peers installs it";

  private Peers() {}

  public static List<Peer> all() {
    return List.of(
        new NativePeer("C loop", "loops.c", List.of(), "the loops do not compile"),
        new NativePeer("Eigen", "eigen.cpp", List.of("-I/usr/include/eigen3"), INSTALL),
        new NativePeer("GraphBLAS", "graphblas.c", List.of("-lgraphblas"), INSTALL),
        mkl(),
        new Scipy(),
        new Ejml(),
        new Mtj(),
        new Breeze(),
        new OjAlgo());
  }

  /** {@code -Deinkorn.bench.mkl=} names the folder with MKL's lib and include. */
  private static Peer mkl() {
    String cache =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .orElse(Path.of(System.getProperty("user.home"), ".cache").toString());
    String folder =
        System.getProperty("einkorn.bench.mkl", Path.of(cache, "einkorn", "mkl").toString());
    return new NativePeer(
        "MKL",
        "mkl.c",
        List.of(
            "-I" + folder + "/include",
            "-L" + folder + "/lib",
            "-l:libmkl_rt.so.2",
            "-Wl,-rpath," + folder + "/lib"),
        INSTALL);
  }
}
