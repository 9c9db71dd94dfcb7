package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.einkorn.backend.x64.Line.Align;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;

/**
 * Where loops should lie. The processor fetches code in lines of 64 bytes. A long loop should be on
 * as few of them as possible. A short one should jump back from the next line: where its end is
 * hard to foresee, jumping back within a line takes some cycles longer.
 */
final class LoopPlaces {
  private static final int LINE = 64;

  private LoopPlaces() {}

  /**
   * How long a loop is.
   *
   * @param before what lies between the alignment and the loop
   * @param toJump from its begin to its last jump back
   * @param all with that jump
   */
  private record Loop(int before, int toJump, int all) {
    boolean isWellPlaced(int offset) {
      int begin = (offset + before) % LINE;
      return toJump < LINE ? begin + toJump >= LINE : begin + all <= Math.ceilDiv(all, LINE) * LINE;
    }
  }

  /**
   * How many bytes an alignment takes, so that as many of its loops as possible lie well.
   *
   * @param place the number of its line
   * @param offset where it begins
   * @param bytes how long each line is
   */
  static int padding(List<Line> lines, int place, int offset, IntUnaryOperator bytes) {
    List<Loop> loops = loops(lines, place, bytes);
    int best = 0;
    long most = -1;
    for (int padding = 0; padding < LINE; padding++) {
      int behind = offset + padding;
      long well = loops.stream().filter(loop -> loop.isWellPlaced(behind)).count();
      if (well > most) {
        best = padding;
        most = well;
      }
    }
    return best;
  }

  private static List<Loop> loops(List<Line> lines, int place, IntUnaryOperator bytes) {
    List<Label> wanted = ((Align) lines.get(place)).loops();
    Map<Label, Integer> begins = new HashMap<>();
    Map<Label, Loop> found = new HashMap<>();
    int offset = 0;
    for (int k = place + 1; k < lines.size() && !(lines.get(k) instanceof Align); k++) {
      int end = offset + bytes.applyAsInt(k);
      switch (lines.get(k)) {
        case Label label when wanted.contains(label) -> begins.put(label, offset);
        case Jump(_, Label target) when begins.containsKey(target) -> {
          int begin = begins.get(target);
          found.put(target, new Loop(begin, offset - begin, end - begin));
        }
        default -> {}
      }
      offset = end;
    }
    return new ArrayList<>(found.values());
  }
}
