package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Register;

/**
 * Writes code that puts up to 128 ints in order, sixteen in a register: a bitonic network, which
 * compares the same lanes whatever is in them, so there are no branches to foresee.
 *
 * <p>Two sorted halves become one sorted whole if each element of the first is compared with the
 * one that stands as far from the end of the second, and then within both halves all that are half
 * as far apart as before, until they are neighbours.
 */
final class SortingNetwork {
  private static final int LANES = 16;
  private static final int MOST_REGISTERS = 8;

  private final Code code;
  private final LaneMasks masks;

  SortingNetwork(Code code) {
    this.code = code;
    this.masks = new LaneMasks(code);
  }

  /** Sorts the first n of an array, no more than 128 and no more than it has. */
  void sort(Register array, Register n) {
    Label end = code.label("sorted");
    code.add(Opcode.CMP, 8, n, new Immediate(1));
    code.jump(Condition.LESS_EQUAL, end);
    masks.setByBit();
    for (int registers = 1; registers <= MOST_REGISTERS; registers *= 2) {
      Label more = code.label("more");
      if (registers < MOST_REGISTERS) {
        code.add(Opcode.CMP, 8, n, new Immediate((long) registers * LANES));
        code.jump(Condition.GREATER, more);
      }
      sort(array, n, registers / 2, registers);
      code.jump(Condition.ALWAYS, end);
      code.add(more);
    }
    code.add(end);
  }

  /**
   * @param full how many registers are full
   * @param all how many there are
   */
  private void sort(Register array, Register n, int full, int all) {
    Register last = Routines.everywhere(code, Routines.constant(code, Integer.MAX_VALUE));
    Register rest = code.general();
    code.copy(rest, n, 8);
    code.add(Opcode.SUB, 8, rest, new Immediate((long) full * LANES));
    Register lanes = masks.lowest(rest); // of those that are not full
    List<Register> sorted = new ArrayList<>();
    for (int k = 0; k < all; k++) {
      Register loaded = code.vector();
      if (k < full) {
        code.add(Opcode.VMOVUPS, 64, loaded, Routines.ints(array, null, k));
      } else {
        Mask mask = masks.first();
        masks.set(mask, lanes, k - full);
        code.copy(loaded, last, 64);
        code.add(
            Opcode.VMOVDQU32_SELECTED, 64, loaded, mask.selecting(), Routines.ints(array, null, k));
      }
      sorted.add(sortedLanes(loaded));
    }
    for (int half = 1; half < all; half *= 2) {
      for (int first = 0; first < all; first += 2 * half) {
        merge(sorted.subList(first, first + 2 * half));
      }
    }
    for (int k = 0; k < all; k++) {
      if (k < full) {
        code.add(Opcode.VMOVUPS, 64, Routines.ints(array, null, k), sorted.get(k));
      } else {
        masks.set(masks.first(), lanes, k - full);
        code.add(
            Opcode.VMOVDQU32_SELECTED,
            64,
            Routines.ints(array, null, k),
            masks.first().selecting(),
            sorted.get(k));
      }
    }
  }

  /** Merges the registers of two sorted halves. */
  private void merge(List<Register> both) {
    int count = both.size();
    for (int k = 0; k < count / 2; k++) {
      both.set(count - 1 - k, reversed(both.get(count - 1 - k), LANES));
      exchange(both, k, count - 1 - k);
    }
    for (int distance = count / 4; distance >= 1; distance /= 2) {
      for (int k = 0; k < count; k++) {
        if ((k & distance) == 0) {
          exchange(both, k, k + distance);
        }
      }
    }
    both.replaceAll(register -> halved(register, LANES / 2));
  }

  /** The smaller elements of two registers go to one, the larger to the other. */
  private void exchange(List<Register> registers, int lower, int upper) {
    Register smaller = code.vector();
    Register larger = code.vector();
    code.add(Opcode.VPMINSD, 64, smaller, registers.get(lower), registers.get(upper));
    code.add(Opcode.VPMAXSD, 64, larger, registers.get(lower), registers.get(upper));
    registers.set(lower, smaller);
    registers.set(upper, larger);
  }

  private Register sortedLanes(Register loaded) {
    Register sorted = loaded;
    for (int size = 2; size <= LANES; size *= 2) {
      sorted = exchanged(sorted, reversed(sorted, size), size / 2);
      sorted = halved(sorted, size / 4);
    }
    return sorted;
  }

  /** Compares lanes so far apart, then those half as far, and so on. */
  private Register halved(Register register, int farthest) {
    Register result = register;
    for (int distance = farthest; distance >= 1; distance /= 2) {
      result = exchanged(result, swapped(result, distance), distance);
    }
    return result;
  }

  /**
   * Each lane with its partner: the larger one where the number of the lane has a bit set, else the
   * smaller one.
   */
  private Register exchanged(Register own, Register partners, int bit) {
    Register result = code.vector();
    Mask upper = masks.byBit(Integer.numberOfTrailingZeros(bit));
    code.add(Opcode.VPMINSD, 64, result, own, partners);
    code.add(Opcode.VPMAXSD_SELECTED, 64, result, upper.selecting(), own, partners);
    return result;
  }

  /** Lanes so far apart change places. */
  private Register swapped(Register register, int distance) {
    return switch (distance) {
      case 1 -> within(register, 0b10_11_00_01);
      case 2 -> within(register, 0b01_00_11_10);
      case 4 -> blocks(register, 0b10_11_00_01);
      case 8 -> blocks(register, 0b01_00_11_10);
      default -> throw new IllegalArgumentException("a distance of " + distance);
    };
  }

  /** Groups of so many lanes the other way round. */
  private Register reversed(Register register, int size) {
    return switch (size) {
      case 2 -> swapped(register, 1);
      case 4 -> within(register, 0b00_01_10_11);
      case 8 -> blocks(within(register, 0b00_01_10_11), 0b10_11_00_01);
      case 16 -> blocks(within(register, 0b00_01_10_11), 0b00_01_10_11);
      default -> throw new IllegalArgumentException("groups of " + size);
    };
  }

  /** Four lanes in another order, of all fours alike. */
  private Register within(Register register, int order) {
    Register result = code.vector();
    code.add(Opcode.VPSHUFD, 64, result, register, new Immediate(order));
    return result;
  }

  /** The four fours in another order. */
  private Register blocks(Register register, int order) {
    Register result = code.vector();
    code.add(Opcode.VSHUFI32X4, 64, result, register, register, new Immediate(order));
    return result;
  }
}
