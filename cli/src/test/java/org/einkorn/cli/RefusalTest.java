package org.einkorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.cli.Ran.einkorn;
import static org.einkorn.cli.Ran.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad input gets one clear sentence and exit code 2. */
class RefusalTest {
  private static final String KINDS =
      "give a file (.mtx, .tns, .ek, or these with .gz), a number, a list as [1,2,3], or a"
          + " generator as ones(3,4).";

  @TempDir Path folder;

  @Test
  void syntax() {
    einkorn("eval", "y(i) = A(i,j * x(j)")
        .refused(
            """
            Column 14: '*' cannot follow an index, only ',' or ')'; a coordinate is computed with + - and integer factors, as 2*i+k-1.
            y(i) = A(i,j * x(j)
                         ^\
            """);
  }

  @Test
  void nesting() {
    Ran ran = einkorn("eval", "a = " + "(".repeat(10_000) + "1" + ")".repeat(10_000));
    if (ran.code() != 0) {
      assertThat(ran.code()).isEqualTo(2);
      assertThat(ran.err()).startsWith("einkorn: ").doesNotContain("Exception");
    }
  }

  @Test
  void tensorsThatAreNotGiven() {
    einkorn("eval", "y(i) = A(i,j) * x(j)", "A=ones(2,2)")
        .refused(
            "Tensor x of 'y(i) = A(i,j) * x(j)' is not given; add for example x=FILE or"
                + " x='random(10)'.");
    einkorn("eval", "y = 2 * s")
        .refused("Tensor s of 'y = 2 * s' is not given; add for example s=2.5.");
    einkorn("eval", "y(i) += 2", "--dim", "i=3")
        .refused("Tensor y of 'y(i) += 2' is not given; add for example y=FILE or y='random(10)'.");
  }

  @Test
  void arityAndSizes() {
    einkorn("eval", "y(i) = A(i,j,k)", "A=ones(2,2)")
        .refused("A has order 2 but is used with 3 indices in A(i,j,k).");
    einkorn("eval", "y(i) = A(i,j) * x(j)", "A=ones(2,2)", "x=[1,2,3]")
        .refused(
            "Variable j has size 2 as dimension 2 of A(i,j) but has size 3 as dimension 1 of x(j);"
                + " use another variable for one of them or tensors of the same size.");
    einkorn("eval", "y(i) = 3")
        .refused(
            "Variable i has no size because it indexes no given tensor; give it one: --dim i=5 on"
                + " the command line, size(\"i\", 5) in Java.");
  }

  @Test
  void aNameThatIndexesNothingHasNoSize() {
    einkorn("eval", "a = i", "--dim", "i=5")
        .refused(
            "In 'a = i' i indexes nothing, so it is read as a scalar tensor and has no size; as a"
                + " variable it needs a sum, for example sum(i, i).");
    einkorn("eval", "a = sum(i, i)", "--dim", "i=5").wrote("10");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "i|'--dim i' gives no size; write for example --dim i=5.",
        "i=x|'--dim i=x' gives no size; write for example --dim i=5.",
        "i=-1|'--dim i=-1' gives no size; write for example --dim i=5.",
        "i=3000000000|'--dim i=3000000000' is too large; a size is at most 2147483647.",
        "j=3|There is no variable j in 'y(i) = 3' to give a size to; there is i."
      })
  void sizesOfVariables(String text, String sentence) {
    einkorn("eval", "y(i) = 3", "--dim", text).refused(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "A|'A' gives no tensor; write NAME=SOURCE, for example A=matrix.mtx or s=2.5.",
        "=3|'=3' gives no tensor; write NAME=SOURCE, for example A=matrix.mtx or s=2.5.",
        "A=|'A=' names no source; write for example A=matrix.mtx or s=2.5.",
        "A=abc|For A: 'abc' is no tensor: " + KINDS,
        "A=1,5|For A: '1,5' is no tensor: " + KINDS,
        "A=0x10|For A: '0x10' is no tensor: " + KINDS,
        "A=1e999|For A: The number 1e999 is beyond what float64 can hold.",
        "A=no.mtx|There is no file no.mtx.",
        "A=no.mtx:foo|For A: 'foo' is no format; write for example csr, coo, dia, bcsr(4,4),"
            + " ds:1,0, or auto.",
        "A=no.mtx:ds:1,x|For A: 'ds:1,x' is no format; write for example csr, coo, dia, bcsr(4,4),"
            + " ds:1,0, or auto.",
        "A=no.mtx:bcsr|For A: 'bcsr' is no format; write for example csr, coo, dia, bcsr(4,4),"
            + " ds:1,0, or auto.",
        "A=ones(2,2):bcsr(0,2)|For A: A block must have a size of at least 1, not 0.",
        "A=ones(2,2):dia:1,0|For A: Format 'dia' says by itself what its levels store, so ':1,0'"
            + " cannot follow it.",
        "A=ones(2):(i,j) -> (dense(i), dense(j))|For A: Format '(i,j) -> (dense(i), dense(j))' is"
            + " for tensors of order 2, not 1.",
        "A=ones(2,2):(i,j) -> (dense(i/2), compressed(j))|For A: The levels of a format must"
            + " determine every dimension, but i does not follow from i/2, j.",
        "A=ones(2,2):(i,j) -> (dense(i), dense(k))|For A: In format '(i,j) -> (dense(i),"
            + " dense(k))', column 27: expected one of the dimensions i, j, found 'k))'.",
        "A=sparse(1000000,1000000,0.00000005):dia|For A: A tensor of size 1000000 x 1000000 with"
            + " 50000 nonzeros would take 393.8 GB as dia, more than two thirds of the memory: coo"
            + " takes 800.0 KB; -Xmx gives more memory.",
        "A=ones(2,2):sss|For A: Format 'sss' has 3 levels but the tensor has order 2.",
        "A=ones(2,2,2):csr|For A: Format 'csr' is for matrices, not for a tensor of order 3.",
        "A=[1,2|For A: In [1,2, column 5: found the end, expected ].",
        "A=[1,a]|For A: In [1,a], column 4: found 'a]', expected a number.",
        "A=[1,]|For A: In [1,], column 4: found ']', expected a number.",
        "A=[1]2|For A: In [1]2, column 4: found '2', expected nothing after the last ].",
        "A=[1,[2]]|For A: In [1,[2]], column 4: found '[2]]', expected a number, as its neighbours"
            + " are.",
        "A=[[1],2]|For A: In [[1],2], column 6: found '2]', expected a list, as its neighbours"
            + " are.",
        "A=[[1,2],[3]]|For A: In [[1,2],[3]] one list has 2 elements and another 1; all must be"
            + " equally long.",
        "A=[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]|For A: In [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]],"
            + " column 17: found '[1]]]]]]]]]]', expected no more than 16 lists inside each other.",
        "A=random(-1)|For A: In random(-1): '-1' is no size; a size is an integer from 0 to"
            + " 2147483647.",
        "A=ones(2147483648)|For A: In ones(2147483648): '2147483648' is no size; a size is an"
            + " integer from 0 to 2147483647.",
        "A=ones(a)|For A: In ones(a): 'a' is no size; a size is an integer from 0 to 2147483647.",
        "A=ones(1000000,1000000)|ones(1000000,1000000) would take 8.0 TB as dense, more than two"
            + " thirds of the memory: use sparse(...); -Xmx gives more memory.",
        "A=ones(3,seed=1)|For A: In ones(3,seed=1): nothing is random, so there is no seed.",
        "A=random(3,seed=x)|For A: In random(3,seed=x): 'seed=x' is no seed; write for example"
            + " seed=7.",
        "A=eye(3,4)|For A: In eye(3,4): an identity matrix takes one size; write for example"
            + " eye(3).",
        "A=sparse()|For A: In sparse(): the density is missing; write for example"
            + " sparse(1000,1000,0.01).",
        "A=sparse(10,10,2)|For A: In sparse(10,10,2): the last argument is the density, a number"
            + " from 0 to 1, not '2'.",
        "A=sparse(2000000000,2000000000,0.5)|sparse(2000000000,2000000000,0.5) has 2E+18 nonzeros,"
            + " more than fit into memory.",
        "A=sparse(2000000000,2000000000,2000000000,0)|sparse(2000000000,2000000000,2000000000,0) is"
            + " too large: a long cannot count its coordinates.",
        "A=foo(3)|For A: No generator is called 'foo'; there is zeros(3,4), ones(3,4), eye(3),"
            + " random(3,4), sparse(1000,1000,0.01).",
      })
  void inputs(String input, String sentence) {
    einkorn("eval", "y(i) = A(i,j)", input).refused(sentence);
  }

  @Test
  void formatsOfTheResult() {
    String[] eval = {"eval", "y(i) = A(i,j)", "A=[[1,2]]", "-f"};
    einkorn(with(eval, "A=csr"))
        .refused(
            "-f says how the result y is stored; the format of A stands behind its source:"
                + " A=SOURCE:csr.");
    einkorn(with(eval, "z=s"))
        .refused("-f says how the result y is stored; there is no result z: write -f s.");
    einkorn(with(eval, "csr"))
        .refused("For -f: Format 'csr' is for matrices, not for a tensor of order 1.");
    einkorn(with(eval, "s", "-o", "-:d"))
        .refused("The result has one format, but -f says s and -o d; leave one out.");
  }

  private static String[] with(String[] command, String... more) {
    return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray(String[]::new);
  }

  @Test
  void whatFollowsFromTheStatement() {
    einkorn("code", "y(i) = x(i)", "-f", "x=s,fill=3", "-f", "y=s,fill=7")
        .refused(
            "The value of y where nothing is stored follows from the statement; leave out fill="
                + " for it.");
  }

  @Test
  void namesGivenTwice() {
    einkorn("eval", "y(i) = x(i)", "x=[1]", "x=[2]").refused("Tensor x is given twice.");
    einkorn("eval", "y(i) = x(i)", "x=[1]", "--dim", "i=1", "--dim", "i=1")
        .refused("The size of i is given twice.");
    einkorn("code", "y(i) = x(i)", "-f", "x=s", "-f", "x=d")
        .refused("The format of x is given twice.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "real general;2 2 2;1 1 x|line 3: found 'x', expected a number.",
        "real general;2 2 2;1 1 3|line 3: the file ends after 1 of the 2 entries promised in line"
            + " 2.",
      })
  void malformedFiles(String content, String sentence) {
    String banner = "%%MatrixMarket matrix coordinate ";
    String name = file(folder, "a.mtx", (banner + content).split(";"));
    einkorn("eval", "y(i) = A(i,j)", "A=" + name).refused("a.mtx, " + sentence);
  }

  @Test
  void complexFiles() {
    String name =
        file(
            folder,
            "c.mtx",
            "%%MatrixMarket matrix coordinate complex general",
            "1 1 1",
            "1 1 1 2");
    einkorn("eval", "y(i) = A(i,j)", "A=" + name)
        .refused("c.mtx holds complex values, which Einkorn does not compute with yet.");
  }

  @Test
  void resultsAndTensorsTooLargeForMemory() {
    Ran ran = einkorn("eval", "C(i,j) = x(i) * x(j)", "x=ones(1000000)");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo(
            "einkorn: The result C of size 1000000 x 1000000 would take 8.0 TB as dense, more than"
                + " two thirds of the memory: choose a sparse format for it; -Xmx gives more"
                + " memory.\n");
    Ran input = einkorn("eval", "y(i) = A(i,j)", "A=sparse(1000000,1000000,0):dense");
    assertThat(input.code()).isEqualTo(2);
    assertThat(input.err())
        .isEqualTo(
            "einkorn: For A: A tensor of size 1000000 x 1000000 with 0 nonzeros would take 8.0 TB"
                + " as dense, more than two thirds of the memory: dcsr takes 12 bytes; -Xmx gives"
                + " more memory.\n");
  }

  @Test
  void placesThatCannotBeWritten() throws IOException {
    Path missing = folder.resolve("missing");
    einkorn("eval", "y(i) = x(i)", "x=[1]", "-o", missing.resolve("y.tns").toString())
        .refused(
            missing.resolve("y.tns")
                + " cannot be written: there is no directory "
                + missing
                + ".");
    einkorn("eval", "y(i) = x(i)", "x=[1]", "-o", "y.foo")
        .refused(
            "y.foo is no tensor file by its name: known endings are .mtx, .mtx.gz, .tns, .tns.gz,"
                + " .ek, .ek.gz.");
    einkorn("eval", "y(i) = x(i)", "x=[1]", "-o", "y.tns:foo")
        .refused(
            "For -o: 'foo' is no format; write for example csr, coo, dia, bcsr(4,4), ds:1,0, or"
                + " auto.");
    einkorn("eval", "y(i) = x(i)", "x=[1]", "-o", folder.resolve("y.tns") + ":csr")
        .refused("For -o: Format 'csr' is for matrices, not for a tensor of order 1.");
    einkorn("eval", "y(i) = x(i)", "x=missing.tns", "-o", folder.resolve("y.tns") + ":sss")
        .refused("For -o: Format 'sss' has 3 levels but the tensor has order 1.");
    einkorn("eval", "y(i,j,k) = x(i)*x(j)*x(k)", "x=[1]", "-o", folder.resolve("y.mtx").toString())
        .refused(
            "y.mtx cannot hold a tensor of order 3, only matrices and vectors: write it to a .tns"
                + " file.");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void aDirectoryThatTakesNoFiles() {
    Ran ran = einkorn("eval", "y(i) = x(i)", "x=[1]", "-o", "/proc/foo.tns:d");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .isIn(
            "einkorn: /proc/foo.tns cannot be written: no file can be made in /proc.\n",
            "einkorn: /proc/foo.tns cannot be written: permission denied.\n",
            "einkorn: /proc/foo.tns cannot be written: there is no directory /proc.\n");
  }

  @Test
  void aFileThatMayNotBeWritten() throws IOException {
    Path file = Path.of(file(folder, "y.tns", "1 5"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    Ran ran = einkorn("eval", "y(i) = x(i)", "x=[1]", "-o", file.toString());
    if (Files.isWritable(file)) {
      assertThat(ran.code()).isZero(); // nothing is forbidden to a superuser
    } else {
      ran.refused(file + " cannot be written: permission denied.");
    }
  }

  @Test
  void standardOutputThatTakesNothing() {
    String[][] commands = {
      {"eval", "a = 2 * s", "s=3"},
      {"eval", "y(i) = x(i)", "x=ones(3)", "-o", "-:d"},
      {"info", "ones(3)"},
      {"code", "a = 2 * s"},
      {"--version"}
    };
    for (String[] command : commands) {
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      int code = Main.run(command, failing("No space left on device"), said);
      assertThat(said.toString(UTF_8))
          .isEqualTo("einkorn: The output could not be written: No space left on device.\n");
      assertThat(code).isEqualTo(2);
    }
  }

  @Test
  void aReaderThatHasReadEnough() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    assertThat(Main.run(new String[] {"eval", "a = 2"}, failing("Broken pipe"), said)).isZero();
    assertThat(said.toString(UTF_8)).isEmpty();
  }

  private static OutputStream failing(String reason) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(reason);
      }
    };
  }

  @Test
  void aFailureLeavesTheOldFile() throws IOException {
    String old = file(folder, "y.tns", "# dims 1", "1 5");
    einkorn("eval", "y(i) = x(i) * z(i)", "x=[1]", "z=[1,2]", "-o", old)
        .refused(
            "Variable i has size 1 as dimension 1 of x(i) but has size 2 as dimension 1 of z(i);"
                + " use another variable for one of them or tensors of the same size.");
    assertThat(Files.readString(Path.of(old))).isEqualTo("# dims 1\n1 5\n");
  }

  @Test
  void commandLines() {
    String commands =
        "There is no command 'evl', only eval, explain, code, info, convert, bfs, shortest-paths,"
            + " pagerank, components, triangles, truss, solve, cp, tucker; see einkorn --help.";
    einkorn("evl").refused(commands);
    einkorn("evl", "--help").refused(commands);
    einkorn("evl", "--zoom", "-V").refused(commands);
    einkorn("eval").refused("The argument STATEMENT is missing; see einkorn eval --help.");
    einkorn("eval", "a = 1", "--zoom")
        .refused("There is no option --zoom; see einkorn eval --help.");
    einkorn("eval", "--hlp").refused("There is no option --hlp; see einkorn eval --help.");
    einkorn("info").refused("The argument FILE is missing; see einkorn info --help.");
    einkorn("convert", "a.mtx", "b.mtx", "c.mtx")
        .refused("The argument 'c.mtx' is one too many; see einkorn convert --help.");
    einkorn("eval", "a = 1", "-o")
        .refused(
            "Missing required parameter for option '--output' (FILE[:FORMAT]); see einkorn eval"
                + " --help.");
    einkorn("code", "a = 1", "--show", "x")
        .refused(
            "There is no form 'x' to show, only notation, provenance, loops, plan, imp, vectors,"
                + " machine, rows; see einkorn code --help.");
  }

  @Test
  void formatsOfDescribedTensors() {
    einkorn("code", "y(i) = x(i)", "-f", "z=d")
        .refused("There is no tensor z in 'y(i) = x(i)' to give a format to.");
    einkorn("code", "y(i) = x(i)", "-f", "x")
        .refused("'-f x' gives no format; write for example -f A=csr.");
    String auto =
        ": 'auto' chooses a format by the nonzeros of a tensor, which are not known yet; name a"
            + " format, or leave it out.";
    einkorn("code", "y(i) = x(i)", "-f", "x=auto").refused("For x" + auto);
    einkorn("eval", "y(i) = x(i)", "x=[1]", "-o", "y.tns:auto").refused("For -o" + auto);
    einkorn("code", "y(i) = x(i)", "-f", "x=csr")
        .refused("For x: Format 'csr' is for matrices, not for a tensor of order 1.");
    einkorn("code", "y(i) = x(i)", "-f", "y=bool")
        .refused("The values of 'y(i) = x(i)' are float64, which a result of bool cannot hold.");
  }
}
