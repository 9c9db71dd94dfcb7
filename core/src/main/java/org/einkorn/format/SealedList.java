package org.einkorn.format;

import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.load;

import org.einkorn.format.LevelFormat.Code;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;

/**
 * How a level of one parent is read that lists its children in order once it is sealed.
 *
 * @param coordinates which of the level's arrays holds their coordinates
 * @param positions which one holds their positions
 * @param count which of its variables says how many there are
 */
record SealedList(int coordinates, int positions, int count)
    implements LevelFormat.Iteration, LevelFormat.Seeking {
  @Override
  public Range children(Code level, Range parents) {
    return new Range(constant(0), level.array(count));
  }

  @Override
  public Exp coordinate(Code level, Exp cursor) {
    return load(level.array(coordinates), cursor);
  }

  @Override
  public Exp position(Code level, Exp cursor) {
    return load(level.array(positions), cursor);
  }

  @Override
  public Exp seek(Code level, Range cursors, Exp coordinate) {
    return LevelFormat.Seeking.bisecting(coordinates).seek(level, cursors, coordinate);
  }
}
