package org.einkorn.backend.x64;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Type;

/**
 * What is the same all through a call, and is put into registers before anything else if it is
 * used: the arguments, what follows from the lengths of arrays, constants.
 *
 * <p>Machine code is called with the address of a block, and then with where each array begins. The
 * block has eight bytes for each parameter, the bits of a scalar or the length of an array, and
 * after them for each result, where scalars go.
 */
final class Arguments {
  private static final int LINE = 64;

  private final Code code;
  private final List<Variable> parameters;
  private final List<Variable> arrays;
  private final Lengths lengths;
  private final Map<Object, Register> known = new HashMap<>();

  private record Length(Variable array) {}

  private record Places(Variable array, int elements) {}

  private record Bits(long value) {}

  private record PlaceInLine(Variable array) {}

  private record MovedBack(Variable array, Variable other) {}

  private record Block() {}

  /**
   * @param code for the lines that put values into registers
   */
  Arguments(Function function, Lengths lengths, Code code) {
    this.code = code;
    this.lengths = lengths;
    this.parameters = function.parameters();
    this.arrays = arrays(function);
  }

  Lengths lengths() {
    return lengths;
  }

  /** The lines that put values into registers. */
  Code code() {
    return code;
  }

  /** The parameters that are arrays, in order. */
  static List<Variable> arrays(Function function) {
    return function.parameters().stream().filter(p -> p.type() instanceof Type.Array).toList();
  }

  /** What the function was called with; the block is the first. */
  private Register argument(int number) {
    Register register = code.general();
    code.add(Opcode.MOV, 8, register, Memory.at(Code.ARGUMENTS, 8 * number));
    return register;
  }

  private Register block() {
    return once(new Block(), () -> argument(0));
  }

  private Register inBlock(Variable parameter) {
    int number = parameters.indexOf(parameter);
    if (number < 0) {
      throw new IllegalArgumentException(parameter + " is no parameter");
    }
    Register register = code.general();
    code.add(Opcode.MOV, 8, register, Memory.at(block(), 8 * number));
    return register;
  }

  /** Where an array begins. */
  Register array(Variable array) {
    return once(array, () -> argument(1 + arrays.indexOf(array)));
  }

  /** How many bytes an array begins behind the beginning of a line of memory. */
  Register placeInLine(Variable array) {
    return once(
        new PlaceInLine(array),
        () -> {
          Register place = code.general();
          code.copy(place, array(array), 8);
          code.add(Opcode.AND, 8, place, new Immediate(LINE - 1));
          return place;
        });
  }

  /** As many bytes before an array as another one begins behind the beginning of a line. */
  Register movedBack(Variable array, Variable other) {
    return once(
        new MovedBack(array, other),
        () -> {
          Register moved = code.general();
          code.copy(moved, array(array), 8);
          code.add(Opcode.SUB, 8, moved, placeInLine(other));
          return moved;
        });
  }

  Register length(Variable array) {
    Variable one = lengths.representative(array);
    return once(new Length(one), () -> inBlock(one));
  }

  /** Where the result of that number goes. */
  Memory result(int number) {
    return Memory.at(block(), 8 * (parameters.size() + number));
  }

  private Register once(Object what, Supplier<Register> make) {
    Register register = known.get(what);
    if (register == null) {
      register = make.get();
      known.put(what, register);
    }
    return register;
  }

  /** At how many places of an array so many elements can begin. */
  Register places(Variable array, int elements) {
    if (elements == 1) {
      return length(array);
    }
    return once(
        new Places(lengths.representative(array), elements),
        () -> {
          Register places = code.address(Memory.at(length(array), 1 - elements));
          Register none = code.general();
          code.add(Opcode.MOV, 8, none, new Immediate(0));
          code.add(Opcode.CMP, 8, places, none);
          code.add(Opcode.CMOVL, 8, places, none);
          return places;
        });
  }

  /** The length of the shortest of some arrays. */
  Register shortest(Set<Variable> arrays) {
    Set<Variable> different = new LinkedHashSet<>();
    arrays.forEach(array -> different.add(lengths.representative(array)));
    if (different.size() == 1) {
      return length(different.iterator().next());
    }
    return once(
        Set.copyOf(different),
        () -> {
          Register shortest = code.general();
          List<Variable> all = List.copyOf(different);
          code.add(Opcode.MOV, 8, shortest, length(all.getFirst()));
          for (Variable array : all.subList(1, all.size())) {
            Register length = length(array);
            code.add(Opcode.CMP, 8, shortest, length);
            code.add(Opcode.CMOVG, 8, shortest, length);
          }
          return shortest;
        });
  }

  /** The register of a scalar parameter, or for any other variable one that is made. */
  Register scalar(Variable v, Supplier<Register> other) {
    if (!parameters.contains(v)) {
      return other.get();
    }
    Register argument = inBlock(v);
    return v.type().element().isFloat() ? moved(argument) : argument;
  }

  /** A floating-point constant, given by its bits, as the lowest element of a vector register. */
  Register constant(long bits) {
    return once(
        new Bits(bits),
        () -> {
          Register general = code.general();
          code.add(Opcode.MOV, 8, general, new Immediate(bits));
          return moved(general);
        });
  }

  private Register moved(Register general) {
    Register vector = code.fresh(Bank.VECTOR);
    code.add(Opcode.VMOVQ, 8, vector, general);
    return vector;
  }

  /** The bits of a scalar argument. */
  static long bits(ElementType element, Object value) {
    return switch (element) {
      case BOOL -> (Boolean) value ? 1 : 0;
      case INT32 -> (Integer) value;
      case INT64 -> (Long) value;
      case FLOAT32 -> Float.floatToRawIntBits((Float) value);
      case FLOAT64 -> Double.doubleToRawLongBits((Double) value);
    };
  }

  /** The scalar that has these bits. */
  static Object value(ElementType element, long bits) {
    return switch (element) {
      case BOOL -> bits != 0;
      case INT32 -> (int) bits;
      case INT64 -> bits;
      case FLOAT32 -> Float.intBitsToFloat((int) bits);
      case FLOAT64 -> Double.longBitsToDouble(bits);
    };
  }
}
