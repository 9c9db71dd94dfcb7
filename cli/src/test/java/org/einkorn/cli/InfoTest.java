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
            "memory  coo 72 bytes, csr 68 bytes, csf 76 bytes, dense 96 bytes");
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
            "memory  coo 88 bytes, csf 104 bytes, dense 128 bytes");
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
            "memory  coo 8 bytes, csr 4 bytes, csf 12 bytes, dense 0 bytes");
    einkorn("info", file(folder, "s.tns", "# dims", "2.5"))
        .wrote(
            "order     0",
            "nonzeros  1, density 100 %",
            "values    float64, all 2.5",
            "",
            "memory  dense 8 bytes");
  }
}
