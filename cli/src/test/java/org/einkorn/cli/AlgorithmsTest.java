package org.einkorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.cli.Ran.einkorn;
import static org.einkorn.cli.Ran.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.einkorn.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the library. */
class AlgorithmsTest {
  private static final String KARATE = Ran.ofRepository("examples/karate.mtx").toString();
  private static final String NATIONS = Ran.ofRepository("examples/nations.tns").toString();

  /** 1 → 2 → 3 and 4, with lengths 5, -2 and 0. */
  private static final String PATH = "[[0,5,0,0],[0,0,-2,0],[0,0,0,0],[0,0,0,0]]:csr";

  @TempDir Path folder;

  private String out(String name) {
    return folder.resolve(name).toString();
  }

  private String written(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  @Test
  void breadthFirst() throws IOException {
    einkorn("bfs", PATH, "--from", "1", "-o", out("l.tns"), "--parents", out("p.tns"))
        .wrote("reached 3 of 4 vertices; the farthest are 2 edges away");
    assertThat(written("l.tns")).isEqualTo("# dims 4\n1 0\n2 1\n3 2\n4 -1\n");
    assertThat(written("p.tns")).isEqualTo("# dims 4\n1 0\n2 1\n3 2\n4 0\n");
    einkorn("bfs", PATH, "--from", "2")
        .wrote("reached 2 of 4 vertices; the farthest are 1 edge away");
    einkorn("bfs", PATH, "--from", "5")
        .refused("There is no vertex 5; the graph has 4, from 1 to 4.");
    einkorn("bfs", PATH)
        .refused("Missing required option: '--from=VERTEX'; see einkorn bfs --help.");
  }

  @Test
  void shortestPaths() throws IOException {
    Ran ran = einkorn("shortest-paths", PATH, "--from", "1");
    ran.wrote("0 5 3 Infinity");
    assertThat(ran.err()).isEqualTo("einkorn: There is a way to 3 of 4 vertices.\n");
    einkorn("shortest-paths", PATH, "--from", "3", "-o", out("d.tns")).wroteNothing();
    assertThat(written("d.tns")).isEqualTo("# dims 4\n1 Infinity\n2 Infinity\n3 0\n4 Infinity\n");
    Ran cycle = einkorn("shortest-paths", "[[0,1],[-2,0]]:csr", "--from", "1");
    cycle.wrote("-Infinity -Infinity");
    assertThat(cycle.err())
        .isEqualTo(
            "einkorn: There is a way to 2 of 2 vertices. Some lead over a cycle of negative length;"
                + " their distance is -Infinity.\n");
  }

  @Test
  void pageRank() {
    Ran ran = einkorn("pagerank", "[[0,1],[0,0]]:csr", "--damping", "0.5", "-o", out("r.tns"));
    ran.wrote("vertex  rank", "2        0.6", "1        0.4");
    assertThat(ran.err()).startsWith("einkorn: The ranks settled after ");
    Tensor ranks = Tensor.read(folder.resolve("r.tns"));
    assertThat(ranks.get(0) + ranks.get(1)).isEqualTo(1);
    Ran early = einkorn("pagerank", KARATE, "--rounds", "1", "--top", "0");
    early.wroteNothing();
    assertThat(early.err()).isEqualTo("einkorn: The ranks have not settled yet after 1 round.\n");
    einkorn("pagerank", KARATE, "--top", "-1")
        .refused("'--top -1' is no number of vertices to show.");
  }

  @Test
  void components() throws IOException {
    einkorn("components", PATH, "-o", out("c.tns"))
        .wrote("2 components; the largest has 3 vertices");
    assertThat(written("c.tns")).isEqualTo("# dims 4\n1 1\n2 1\n3 1\n4 4\n");
    einkorn("components", "[[0]]:csr").wrote("1 component; the largest has 1 vertex");
  }

  @Test
  void triangles() {
    einkorn("triangles", KARATE, "-o", out("t.tns")).wrote("45");
    assertThat(Tensor.read(folder.resolve("t.tns")).get(0)).isEqualTo(18);
    einkorn("triangles", "ones(3,4)")
        .refused("A graph is given by its adjacency matrix, which is square, not 3 x 4.");
  }

  @Test
  void aFileThatLeavesItsSizeOpenIsSquare() {
    einkorn("triangles", file(folder, "a.tns", "1 2 1", "2 3 1", "1 3 1")).wrote("1");
    einkorn("solve", "[[2,0],[0,4]]", "--rhs", file(folder, "b.tns", "1 1")).wrote("0.5 0");
  }

  @Test
  void truss() {
    einkorn("truss", KARATE, "-k", "5", "-o", out("t.mtx")).wrote("14 edges between 6 vertices");
    assertThat(Tensor.read(folder.resolve("t.mtx")).stored()).isEqualTo(28);
    einkorn("truss", KARATE, "-k", "-1")
        .refused("There is no -1-truss; k is 2, for all edges, or more, for those in triangles.");
  }

  @Test
  void solve() {
    Ran ran =
        einkorn("solve", "[[4,1],[1,3]]", "--rhs", "[1,2]", "--jacobi", "--tolerance", "1e-6");
    ran.wrote("0.0909091 0.636364");
    assertThat(ran.err()).startsWith("einkorn: After 2 rounds the relative residual is ");
    einkorn("solve", "[[4,1],[1,3]]", "--rhs", "[1,2]", "-o", out("x.tns")).wroteNothing();
    assertThat(Tensor.read(folder.resolve("x.tns")).get(1)).isBetween(0.636363, 0.636364);
    einkorn("solve", "[[4,1],[1,3]]", "--rhs", "[1,2]", "--rounds", "1")
        .refused(
            "After 1 round the relative residual is 0.25, not 1E-10; allow more rounds with"
                + " --rounds, or more residual with --tolerance, or try --jacobi.");
  }

  @Test
  void decompositions() {
    Ran cp = einkorn("cp", NATIONS, "--rank", "2", "--rounds", "3", "-o", out("cp/nations"));
    assertThat(cp.out()).as(cp.err()).matches("fit 0\\.\\d+\n[\\d.]+ [\\d.]+\n");
    assertThat(cp.err()).isEqualTo("einkorn: The fit has not settled yet after 3 rounds.\n");
    assertThat(Tensor.read(folder.resolve("cp/nations/factor2.mtx")).dimensions())
        .containsExactly(55, 2);
    assertThat(Tensor.read(folder.resolve("cp/nations/weights.tns")).dimensions())
        .containsExactly(2);
    Ran other = einkorn("cp", NATIONS, "--rank", "2", "--rounds", "3", "--seed", "7");
    assertThat(other.out()).isNotEqualTo(cp.out());
    Ran tucker = einkorn("tucker", NATIONS, "--ranks", "2,3,2", "-o", out("tucker"));
    assertThat(tucker.out()).as(tucker.err()).matches("fit 0\\.\\d+\n");
    assertThat(tucker.err()).startsWith("einkorn: The fit settled after ");
    assertThat(Tensor.read(folder.resolve("tucker/core.tns")).dimensions())
        .containsExactly(2, 3, 2);
    einkorn("tucker", NATIONS, "--ranks", "2,3")
        .refused("A tensor of order 3 is decomposed with as many ranks, not 2.");
    einkorn("cp", NATIONS, "--rank", "2", "-o", file(folder, "taken", "x"))
        .refused("No folder can be made at '" + out("taken") + "'.");
  }

  @Test
  void roundsAreShownToWhoWatches() {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(shown, true, UTF_8);
    try (RoundsLine line = new RoundsLine(new Terminal(stream, stream, true), -1, "fit")) {
      line.finished(3, 0.5);
    }
    assertThat(shown.toString(UTF_8)).isEqualTo("\rround 3: fit 0.5\r                \r");
  }
}
