package org.einkorn.imp;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.ElementType;

/**
 * The fixed table of functions that generated code may call. The JVM backend calls the static
 * method of the same camel-case name in {@link org.einkorn.support.Support}; another backend brings
 * its own.
 */
public enum RuntimeFunction {
  /**
   * grow(array, needed): an array that holds the same elements and at least {@code needed}, the
   * rest zero.
   */
  GROW("grow", List.of(Parameter.ARRAY, Parameter.LONG), Result.FIRST_ARGUMENT),
  /** trim(array, length): an array of exactly that length with the same first elements. */
  TRIM("trim", List.of(Parameter.ARRAY, Parameter.INT), Result.FIRST_ARGUMENT),
  /**
   * lowerBound(coordinates, begin, end, c): the first position in [begin, end) with coordinate ≥ c,
   * or end.
   */
  LOWER_BOUND(
      "lowerBound",
      List.of(Parameter.INT_ARRAY, Parameter.INT, Parameter.INT, Parameter.INT),
      Result.INT),
  /**
   * probe(coordinates, begin, end, c): where c stands, or would stand, in the hash table that is
   * [begin, end), whose length is a power of two; end if it is full.
   */
  PROBE(
      "probe",
      List.of(Parameter.INT_ARRAY, Parameter.INT, Parameter.INT, Parameter.INT),
      Result.INT),
  /**
   * size(a, b): a · b as an array length; more than an array can hold is an error the user
   * understands.
   */
  SIZE("size", List.of(Parameter.INT, Parameter.INT), Result.INT),
  /** total(a, b): a + b as an array length, checked likewise. */
  TOTAL("total", List.of(Parameter.INT, Parameter.INT), Result.INT),
  /** narrow(x): a long as an int, checked. */
  NARROW("narrow", List.of(Parameter.LONG), Result.INT),
  /**
   * sortTouched(coordinates, n, bits, size): orders the first n coordinates, all different and
   * below size. The bits, more than one for each coordinate and one for 64 of them, are zero before
   * and after.
   */
  SORT_TOUCHED(
      "sortTouched",
      List.of(Parameter.INT_ARRAY, Parameter.INT, Parameter.LONG_ARRAY, Parameter.INT),
      Result.NOTHING),
  /**
   * sortFew(coordinates, n): orders the first n coordinates, {@link #MOST_IN_REGISTERS} at most.
   */
  SORT_FEW("sortFew", List.of(Parameter.INT_ARRAY, Parameter.INT), Result.NOTHING),
  /**
   * places(values, value, begin, end, list): how many of the places from begin to before end have
   * that value. These come first in the list, in order; behind them may be anything. It has room
   * for all that are looked at.
   */
  PLACES(
      "places",
      List.of(
          Parameter.INT_ARRAY, Parameter.INT, Parameter.INT, Parameter.INT, Parameter.INT_ARRAY),
      Result.INT),
  /**
   * storeFew(vector, to, at, n): the first n elements of a vector go to an array of that type, from
   * an index on.
   */
  STORE_FEW(
      "storeFew",
      List.of(Parameter.VECTOR, Parameter.ARRAY, Parameter.INT, Parameter.INT),
      Result.NOTHING),
  /**
   * likeRows(memory, at, rows, row, most, entries, positions, coordinates, begins): how many rows
   * from one on, of so many at most, are like the row that the memory has there, see {@link
   * org.einkorn.support.RowMemory}. The entries of a row, from where the rows say on, have numbers
   * of segments; a segment begins where its position says. Where those of the rows begin comes to
   * the last array.
   */
  LIKE_ROWS(
      "likeRows",
      List.of(
          Parameter.INT_ARRAY,
          Parameter.INT,
          Parameter.INT_ARRAY,
          Parameter.INT,
          Parameter.INT,
          Parameter.INT_ARRAY,
          Parameter.INT_ARRAY,
          Parameter.INT_ARRAY,
          Parameter.INT_ARRAY),
      Result.INT),
  /**
   * remember(memory, hash, begins, lengths, parts, coordinates, lanes): a memory that knows besides
   * where the coordinates of a row of parts go, each with a segment that begins there and has such
   * a length, see {@link org.einkorn.support.RowMemory}.
   */
  REMEMBER(
      "remember",
      List.of(
          Parameter.INT_ARRAY,
          Parameter.INT,
          Parameter.INT_ARRAY,
          Parameter.INT_ARRAY,
          Parameter.INT,
          Parameter.INT_ARRAY,
          Parameter.INT),
      Result.INT_ARRAY),
  /**
   * sortEntries(keys, n, into, coordinates, positions): n keys made of a coordinate, 32 bits
   * further up, and of the position 0 … n-1 that they stand at. It gives how many coordinates there
   * are; these in order, the first position of each, and for every position that of its coordinate.
   */
  SORT_ENTRIES(
      "sortEntries",
      List.of(
          Parameter.LONG_ARRAY,
          Parameter.INT,
          Parameter.INT_ARRAY,
          Parameter.INT_ARRAY,
          Parameter.INT_ARRAY),
      Result.INT),
  /** newTable(size): an empty table for coordinates below {@code size}. */
  NEW_TABLE("newTable", List.of(Parameter.INT), Result.TABLE),
  /** newLookup(size, finds): an empty table that is made for so many finds. */
  NEW_LOOKUP("newLookup", List.of(Parameter.INT, Parameter.INT), Result.TABLE),
  /** insert(table, parent, coordinate): the position of this child, a new one if it has none. */
  INSERT("insert", List.of(Parameter.TABLE, Parameter.INT, Parameter.INT), Result.INT),
  /**
   * find(table, parent, coordinate): one more than the position of this child, 0 if it has none.
   */
  FIND("find", List.of(Parameter.TABLE, Parameter.INT, Parameter.INT), Result.INT),
  /** count(table): how many positions the table has handed out. */
  COUNT("count", List.of(Parameter.TABLE), Result.INT),
  /**
   * seal(table, parents): orders the children of parents 0 … parents-1, so that the next three can
   * be read.
   */
  SEAL("seal", List.of(Parameter.TABLE, Parameter.INT), Result.NOTHING),
  /**
   * segments(table): where the ordered children of each parent begin, then where the last ones end.
   */
  SEGMENTS("segments", List.of(Parameter.TABLE), Result.INT_ARRAY),
  /** coordinates(table): the ordered coordinates. */
  COORDINATES("coordinates", List.of(Parameter.TABLE), Result.INT_ARRAY),
  /** positions(table): the position that was handed out for each of them. */
  POSITIONS("positions", List.of(Parameter.TABLE), Result.INT_ARRAY),
  /** clear(table): forgets everything in time proportional to what was inserted. */
  CLEAR("clear", List.of(Parameter.TABLE), Result.NOTHING);

  /** As many coordinates as some processors hold in registers. */
  public static final int MOST_IN_REGISTERS = 128;

  /** What an argument must be. */
  public enum Parameter {
    ARRAY,
    VECTOR,
    INT_ARRAY,
    LONG_ARRAY,
    INT,
    LONG,
    TABLE;

    boolean accepts(Type type) {
      return switch (this) {
        case ARRAY -> type instanceof Type.Array;
        case VECTOR -> type instanceof Type.Vector;
        case INT_ARRAY -> type.equals(Type.INT32_ARRAY);
        case LONG_ARRAY -> type.equals(Type.arrayOf(ElementType.INT64));
        case INT -> type.equals(Type.INT32);
        case LONG -> type.equals(Type.INT64);
        case TABLE -> type.equals(Type.TABLE);
      };
    }
  }

  /** What comes back. */
  public enum Result {
    NOTHING,
    INT,
    INT_ARRAY,
    TABLE,
    /** An array of the first argument's type. */
    FIRST_ARGUMENT
  }

  private final String text;
  private final List<Parameter> parameters;
  private final Result result;

  RuntimeFunction(String text, List<Parameter> parameters, Result result) {
    this.text = text;
    this.parameters = parameters;
    this.result = result;
  }

  public List<Parameter> parameters() {
    return parameters;
  }

  public Result result() {
    return result;
  }

  /** Whether a call leaves an array as it is that it is given as its argument of a number. */
  public boolean onlyReads(int argument) {
    return isPure() || this == LIKE_ROWS && argument < parameters.size() - 1;
  }

  /** Whether a call whose value nobody uses may go: it changes nothing and checks nothing. */
  public boolean isPure() {
    return switch (this) {
      case TRIM,
          LOWER_BOUND,
          PROBE,
          NEW_TABLE,
          NEW_LOOKUP,
          FIND,
          COUNT,
          SEGMENTS,
          COORDINATES,
          POSITIONS ->
          true;
      case GROW,
          SIZE,
          TOTAL,
          NARROW,
          SORT_TOUCHED,
          SORT_FEW,
          PLACES,
          STORE_FEW,
          LIKE_ROWS,
          REMEMBER,
          SORT_ENTRIES,
          INSERT,
          SEAL,
          CLEAR ->
          false;
    };
  }

  /** The type of a call's value. Only calls that give one may stand in an expression. */
  Type resultType(List<Exp> arguments) {
    return switch (result) {
      case INT -> Type.INT32;
      case INT_ARRAY -> Type.INT32_ARRAY;
      case TABLE -> Type.TABLE;
      case FIRST_ARGUMENT -> arguments.getFirst().type();
      case NOTHING -> throw new IllegalArgumentException(text + " gives no value");
    };
  }

  void check(List<Exp> arguments) {
    Optional<String> wrong = Optional.empty();
    if (arguments.size() != parameters.size()) {
      wrong = Optional.of(arguments.size() + " arguments");
    } else {
      for (int k = 0; k < parameters.size(); k++) {
        if (!parameters.get(k).accepts(arguments.get(k).type())) {
          wrong = Optional.of(arguments.get(k).type() + " as argument " + (k + 1));
        }
      }
    }
    wrong.ifPresent(
        what -> {
          throw new IllegalArgumentException(text + " called with " + what);
        });
  }

  /** The method's name. */
  @Override
  public String toString() {
    return text;
  }
}
