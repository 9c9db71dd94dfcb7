package org.einkorn.cli;

import static org.einkorn.cli.Ran.einkorn;
import static org.einkorn.cli.Ran.file;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfoTest {
  @TempDir Path folder;

  @Test
  void describesAMatrix() {
    String name =
        file(
            folder,
            "a.mtx",
            "%%MatrixMarket matrix coordinate integer general",
            "4 3 5",
            "1 1 1",
            "1 3 0",
            "3 3 2",
            "3 3 5",
            "3 1 -9");
    einkorn("info", name)
        .wrote(
            "order     2",
            "size      4 x 3",
            "nonzeros  3, density 25 %, and 1 stored zero",
            "values    int64 from -9 to 7",
            "",
            "mode         size  used    fill  empty  longest  at  mean",
            "1 (rows)        4     2    50 %      2        2   1     2",
            "2 (columns)     3     2  66.7 %      1        2   1     2",
            "",
            "diagonals  3 used, 66.7 % full; the farthest is 2 from the main one",
            "blocks     2 x 2: 25 % full, 3 x 3: 44.4 % full, 4 x 4: 25 % full, 6 x 6: 11.1 % full,"
                + " 8 x 8: 6.25 % full",
            "",
            "format        memory",
            "csc         64 bytes",
            "sd          64 bytes",
            "csr         68 bytes",
            "coo         72 bytes",
            "dcsc        76 bytes",
            "dcsr        76 bytes",
            "sd:1,0      80 bytes",
            "bcsr(3,3)   88 bytes",
            "dense       96 bytes",
            "ell        100 bytes",
            "bitmap     108 bytes",
            "dia        116 bytes",
            "hash       196 bytes",
            "",
            "recommended: bcsr(3,3), because its nonzeros fill 44.4 % of the blocks of 3 x 3 that"
                + " they lie in");
  }

  @Test
  void describesATensor() {
    String name = file(folder, "t.tns", "1 1 1 1", "1 1 2 1", "2 1 2 1", "2 4 2 1");
    einkorn("info", name)
        .wrote(
            "order     3",
            "size      2 x 4 x 2  (the largest coordinates; the file has no '# dims')",
            "nonzeros  4, density 25 %",
            "values    float64, all 1",
            "",
            "mode  size  used   fill  empty  longest  at  mean",
            "1        2     2  100 %      0        2   1     2",
            "2        4     2   50 %      2        3   1     2",
            "3        2     2  100 %      0        3   2     2",
            "",
            "fibres along  used  longest     mean",
            "mode 1           3        2  1.33333",
            "mode 2           3        2  1.33333",
            "mode 3           3        2  1.33333",
            "",
            "format     memory",
            "coo      88 bytes",
            "csf     104 bytes",
            "dense   128 bytes",
            "bitmap  144 bytes",
            "hash    388 bytes",
            "",
            "recommended: coo, because only 25 % of it is nonzero, and its entries share few"
                + " coordinates");
  }

  @Test
  void describesEmptyTensorsAndScalars() {
    einkorn("info", file(folder, "e.tns", "# dims 0 3"))
        .wrote(
            "order     2",
            "size      0 x 3",
            "nonzeros  0",
            "values    float64",
            "",
            "mode         size  used  fill  empty  longest  at  mean",
            "1 (rows)        0     0            0        0",
            "2 (columns)     3     0   0 %      3        0",
            "",
            "format       memory",
            "bitmap      0 bytes",
            "dense       0 bytes",
            "bcsr(2,2)   4 bytes",
            "csr         4 bytes",
            "ell         4 bytes",
            "hash        4 bytes",
            "coo         8 bytes",
            "dia         8 bytes",
            "sd          8 bytes",
            "sd:1,0      8 bytes",
            "dcsc       12 bytes",
            "dcsr       12 bytes",
            "csc        16 bytes",
            "",
            "recommended: dcsr, because it has no nonzeros");
    einkorn("info", file(folder, "s.tns", "# dims", "2.5"))
        .wrote(
            "order     0",
            "nonzeros  1, density 100 %",
            "values    float64, all 2.5",
            "",
            "format   memory",
            "scalar  8 bytes",
            "",
            "recommended: scalar, because a scalar is one value");
  }
}
