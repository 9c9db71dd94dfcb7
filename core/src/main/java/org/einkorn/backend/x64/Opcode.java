package org.einkorn.backend.x64;

import static org.einkorn.backend.x64.Form.Slot.ACCUMULATOR;
import static org.einkorn.backend.x64.Form.Slot.ANY_BYTE;
import static org.einkorn.backend.x64.Form.Slot.BYTE;
import static org.einkorn.backend.x64.Form.Slot.INT;
import static org.einkorn.backend.x64.Form.Slot.INT_BITS;
import static org.einkorn.backend.x64.Form.Slot.LONG;
import static org.einkorn.backend.x64.Form.Slot.LONG_BITS;
import static org.einkorn.backend.x64.Form.Slot.LOW;
import static org.einkorn.backend.x64.Form.Slot.MASK_REG;
import static org.einkorn.backend.x64.Form.Slot.MASK_RM;
import static org.einkorn.backend.x64.Form.Slot.MEMORY;
import static org.einkorn.backend.x64.Form.Slot.ONE;
import static org.einkorn.backend.x64.Form.Slot.REG;
import static org.einkorn.backend.x64.Form.Slot.RM;
import static org.einkorn.backend.x64.Form.Slot.RM_REGISTER;
import static org.einkorn.backend.x64.Form.Slot.SELECTED;
import static org.einkorn.backend.x64.Form.Slot.UNSIGNED_BYTE;
import static org.einkorn.backend.x64.Form.Slot.UNSIGNED_INT;
import static org.einkorn.backend.x64.Form.Slot.VECTOR_REG;
import static org.einkorn.backend.x64.Form.Slot.VECTOR_RM;
import static org.einkorn.backend.x64.Form.Slot.VECTOR_RM_REGISTER;
import static org.einkorn.backend.x64.Form.Slot.VVVV;
import static org.einkorn.backend.x64.Form.Slot.VVVV_GENERAL;

import java.util.List;
import java.util.Locale;
import org.einkorn.backend.x64.Form.Slot;
import org.einkorn.backend.x64.Form.Space;
import org.einkorn.backend.x64.Form.Wide;

/**
 * What an instruction does, with the forms in which the processor knows it. Opcodes are written as
 * in the processor's manual, with the bytes that choose their table in front.
 */
enum Opcode {
  MOV(
      First.WRITTEN,
      general(1, 0x88, MEMORY, REG),
      general(4 | 8, 0x89, RM, REG),
      general(4 | 8, 0x8B, REG, MEMORY),
      general(4 | 8, 0xB8, LOW, UNSIGNED_INT).wide(Wide.NEVER), // clears the upper half
      general(4, 0xB8, LOW, INT),
      general(8, 0xC7, RM_REGISTER, INT).digit(0),
      general(8, 0xB8, LOW, LONG),
      general(4 | 8, 0xC7, MEMORY, INT).digit(0)),
  MOVZX(First.WRITTEN, List.of(4, 1), general(4, 0x0FB6, REG, RM)),
  MOVSXD(First.WRITTEN, List.of(8, 4), general(8, 0x63, REG, RM)),
  LEA(First.WRITTEN, general(4 | 8, 0x8D, REG, MEMORY)),
  ADD(First.CHANGED, arithmetic(0)),
  SUB(First.CHANGED, arithmetic(5)),
  AND(First.CHANGED, arithmetic(4)),
  OR(First.CHANGED, arithmetic(1)),
  CMP(
      First.READ,
      general(4 | 8, 0x39, RM, REG),
      general(4 | 8, 0x3B, REG, MEMORY),
      general(4 | 8, 0x83, RM, BYTE).digit(7),
      general(4 | 8, 0x3D, ACCUMULATOR, INT),
      general(4 | 8, 0x81, RM, INT).digit(7),
      general(1, 0x3C, ACCUMULATOR, ANY_BYTE),
      general(1, 0x80, RM, ANY_BYTE).digit(7)),
  TEST(First.READ, general(1, 0x84, RM_REGISTER, REG), general(4 | 8, 0x85, RM_REGISTER, REG)),
  IMUL(First.CHANGED, general(4 | 8, 0x0FAF, REG, RM)),
  /** By a constant, into another register. */
  IMUL3(First.WRITTEN, general(4 | 8, 0x6B, REG, RM, BYTE), general(4 | 8, 0x69, REG, RM, INT)),
  NEG(First.CHANGED, general(4 | 8, 0xF7, RM_REGISTER).digit(3)),
  NOT(First.CHANGED, general(4 | 8, 0xF7, RM_REGISTER).digit(2)),
  SHL(First.CHANGED, shift(4)),
  SHR(First.CHANGED, shift(5)),
  SAR(First.CHANGED, shift(7)),
  /** By as much as another register says, into a third one. */
  SHLX(First.WRITTEN, byRegister(0x66, 0x0F38F7)),
  SHRX(First.WRITTEN, byRegister(0xF2, 0x0F38F7)),
  /** Sets the carry if the bit of that number is set; the second one sets the bit besides. */
  BT(First.READ, general(4 | 8, 0x0FA3, RM_REGISTER, REG)),
  BTS(First.CHANGED, general(4 | 8, 0x0FAB, RM_REGISTER, REG)),
  /** As many of the lowest bits as another register says. */
  BZHI(First.WRITTEN, byRegister(0, 0x0F38F5)),
  POPCNT(First.WRITTEN, general(4 | 8, 0x0FB8, REG, RM).after(0xF3)),
  TZCNT(First.WRITTEN, general(4 | 8, 0x0FBC, REG, RM).after(0xF3)),
  CMOVL(First.CHANGED, general(4 | 8, 0x0F4C, REG, RM)),
  CMOVG(First.CHANGED, general(4 | 8, 0x0F4F, REG, RM)),
  PUSH(First.READ, general(8, 0x50, LOW).wide(Wide.NEVER)),
  POP(First.WRITTEN, general(8, 0x58, LOW).wide(Wide.NEVER)),
  RET(First.READ, general(Form.ANY, 0xC3).wide(Wide.NEVER)),
  /** After vectors were used, so that code without them does not wait for their upper halves. */
  VZEROUPPER(First.READ, vector(Form.ANY, 0, 0x0F77).in(Space.VEX)),
  PREFETCHT0(First.READ, general(8, 0x0F18, MEMORY).digit(1).wide(Wide.NEVER)),
  /** Past the caches. */
  MOVNTI(First.WRITTEN, general(4 | 8, 0x0FC3, MEMORY, REG)),
  /** All that was streamed before is there for other threads, too. */
  SFENCE(First.READ, general(Form.ANY, 0x0FAEF8).wide(Wide.NEVER)),
  PREFETCHT1(First.READ, general(8, 0x0F18, MEMORY).digit(2).wide(Wide.NEVER)),

  VMOVSD(
      First.WRITTEN,
      vector(16, 0xF2, 0x0F10, VECTOR_REG, MEMORY).wide(Wide.EVEX).memory(8),
      vector(16, 0xF2, 0x0F11, MEMORY, VECTOR_REG).wide(Wide.EVEX).memory(8)),
  VMOVSS(
      First.WRITTEN,
      vector(16, 0xF3, 0x0F10, VECTOR_REG, MEMORY).memory(4),
      vector(16, 0xF3, 0x0F11, MEMORY, VECTOR_REG).memory(4)),
  VADDSD(First.WRITTEN, scalarDouble(0x0F58)),
  VSUBSD(First.WRITTEN, scalarDouble(0x0F5C)),
  VMULSD(First.WRITTEN, scalarDouble(0x0F59)),
  VDIVSD(First.WRITTEN, scalarDouble(0x0F5E)),
  VMINSD(First.WRITTEN, scalarDouble(0x0F5D)),
  VADDSS(First.WRITTEN, scalarFloat(0x0F58)),
  VSUBSS(First.WRITTEN, scalarFloat(0x0F5C)),
  VMULSS(First.WRITTEN, scalarFloat(0x0F59)),
  VDIVSS(First.WRITTEN, scalarFloat(0x0F5E)),
  VMINSS(First.WRITTEN, scalarFloat(0x0F5D)),
  VUCOMISD(First.READ, vector(16, 0x66, 0x0F2E, VECTOR_REG, VECTOR_RM).wide(Wide.EVEX).memory(8)),
  VUCOMISS(First.READ, vector(16, 0, 0x0F2E, VECTOR_REG, VECTOR_RM).memory(4)),
  VCVTSI2SD(
      First.WRITTEN,
      List.of(16, 16),
      vector(4 | 8, 0xF2, 0x0F2A, VECTOR_REG, VVVV, RM).wide(Wide.EIGHT)),
  VCVTSI2SS(
      First.WRITTEN,
      List.of(16, 16),
      vector(4 | 8, 0xF3, 0x0F2A, VECTOR_REG, VVVV, RM).wide(Wide.EIGHT)),
  VCVTSS2SD(First.WRITTEN, scalarFloat(0x0F5A)),
  VCVTSD2SS(First.WRITTEN, scalarDouble(0x0F5A)),
  VMOVQ(
      First.WRITTEN,
      List.of(16),
      vector(8, 0x66, 0x0F6E, VECTOR_REG, RM_REGISTER).wide(Wide.EIGHT)),

  VMOVAPS(
      First.WRITTEN,
      vector(16 | 32 | 64, 0, 0x0F28, VECTOR_REG, VECTOR_RM_REGISTER),
      vector(16 | 32 | 64, 0, 0x0F29, VECTOR_RM_REGISTER, VECTOR_REG)),
  VMOVUPS(
      First.WRITTEN,
      vector(16 | 32 | 64, 0, 0x0F10, VECTOR_REG, MEMORY),
      vector(16 | 32 | 64, 0, 0x0F11, MEMORY, VECTOR_REG)),
  /** Past the caches, to a place that is a multiple of as many bytes. */
  VMOVNTPS(First.WRITTEN, vector(16 | 32 | 64, 0, 0x0F2B, MEMORY, VECTOR_REG)),
  VADDPD(First.WRITTEN, packedDouble(0x0F58)),
  VSUBPD(First.WRITTEN, packedDouble(0x0F5C)),
  VMULPD(First.WRITTEN, packedDouble(0x0F59)),
  VDIVPD(First.WRITTEN, packedDouble(0x0F5E)),
  VMINPD(First.WRITTEN, packedDouble(0x0F5D)),
  VADDPS(First.WRITTEN, packedFloat(0x0F58)),
  VSUBPS(First.WRITTEN, packedFloat(0x0F5C)),
  VMULPS(First.WRITTEN, packedFloat(0x0F59)),
  VDIVPS(First.WRITTEN, packedFloat(0x0F5E)),
  VMINPS(First.WRITTEN, packedFloat(0x0F5D)),
  /**
   * Of any registers: assemblers call it vpxord where it is of 64 bytes or of registers from 16,
   * and vpor and vpand likewise vpord and vpandd.
   */
  VPXOR(First.WRITTEN, packedInt(0x0FEF)),
  VPOR(First.WRITTEN, packedInt(0x0FEB)),
  VPAND(First.WRITTEN, packedInt(0x0FDB)),
  VPADDD(First.WRITTEN, packedInt(0x0FFE)),
  VPADDQ(First.WRITTEN, packedLong(0x0FD4)),
  VPSUBD(First.WRITTEN, packedInt(0x0FFA)),
  VPSUBQ(First.WRITTEN, packedLong(0x0FFB)),
  VPMULLD(First.WRITTEN, packedInt(0x0F3840)),
  VPMULLQ(First.WRITTEN, packedLong(0x0F3840).in(Space.EVEX)),
  VBROADCASTSD(First.WRITTEN, List.of(0, 16), broadcast(32 | 64, 0x0F3819, 8)),
  VBROADCASTSS(First.WRITTEN, List.of(0, 16), broadcast(16 | 32 | 64, 0x0F3818, 4)),
  VPBROADCASTD(First.WRITTEN, List.of(0, 16), broadcast(16 | 32 | 64, 0x0F3858, 4)),
  VPBROADCASTQ(First.WRITTEN, List.of(0, 16), broadcast(16 | 32 | 64, 0x0F3859, 8)),
  VMOVDDUP(
      First.WRITTEN, vector(16, 0xF2, 0x0F12, VECTOR_REG, VECTOR_RM).wide(Wide.EVEX).memory(8)),
  /** The lowest eight bytes of a vector, and behind them eight more. */
  VMOVHPD(
      First.WRITTEN, vector(16, 0x66, 0x0F16, VECTOR_REG, VVVV, MEMORY).wide(Wide.EVEX).memory(8)),
  VUNPCKLPD(
      First.WRITTEN,
      vector(16, 0x66, 0x0F14, VECTOR_REG, VVVV, VECTOR_RM_REGISTER).wide(Wide.EVEX)),
  /** Four bytes in one of four places of a vector. */
  VINSERTPS(
      First.WRITTEN,
      vector(16, 0x66, 0x0F3A21, VECTOR_REG, VVVV, VECTOR_RM, UNSIGNED_BYTE).memory(4)),
  /** A vector with other sixteen bytes at one place. */
  VINSERTF128(
      First.WRITTEN,
      List.of(0, 0, 16),
      vector(32, 0x66, 0x0F3A18, VECTOR_REG, VVVV, VECTOR_RM_REGISTER, UNSIGNED_BYTE)
          .in(Space.VEX)),
  VINSERTF32X4(
      First.WRITTEN,
      List.of(0, 0, 16),
      vector(32 | 64, 0x66, 0x0F3A18, VECTOR_REG, VVVV, VECTOR_RM_REGISTER, UNSIGNED_BYTE)
          .in(Space.EVEX)),
  VEXTRACTF128(
      First.WRITTEN,
      List.of(16),
      vector(32, 0x66, 0x0F3A19, VECTOR_RM_REGISTER, VECTOR_REG, UNSIGNED_BYTE).in(Space.VEX)),
  VEXTRACTF32X4(
      First.WRITTEN,
      List.of(16),
      vector(32 | 64, 0x66, 0x0F3A19, VECTOR_RM_REGISTER, VECTOR_REG, UNSIGNED_BYTE)
          .in(Space.EVEX)),
  /** One of both halves of sixteen bytes. */
  VPEXTRQ(
      First.WRITTEN,
      List.of(0, 16),
      vector(8, 0x66, 0x0F3A16, RM_REGISTER, VECTOR_REG, UNSIGNED_BYTE).wide(Wide.EIGHT)),
  /** Eight bytes each, of two vectors one after the other, from that number on. */
  VALIGNQ(
      First.WRITTEN,
      vector(32 | 64, 0x66, 0x0F3A03, VECTOR_REG, VVVV, VECTOR_RM, UNSIGNED_BYTE)
          .in(Space.EVEX)
          .wide(Wide.EVEX)),
  VPERMILPD(
      First.WRITTEN,
      vector(16, 0x66, 0x0F3A05, VECTOR_REG, VECTOR_RM, UNSIGNED_BYTE).wide(Wide.EVEX)),
  VPERMILPS(First.WRITTEN, vector(16, 0x66, 0x0F3A04, VECTOR_REG, VECTOR_RM, UNSIGNED_BYTE)),

  /** The lowest bits of a general register, one for each lane, and back. */
  KMOVW(
      First.WRITTEN,
      vector(4, 0, 0x0F92, MASK_REG, RM_REGISTER).in(Space.VEX),
      vector(4, 0, 0x0F93, REG, MASK_RM).in(Space.VEX)),
  /** In which lanes two vectors are the same; the second looks at selected lanes only. */
  VPCMPEQD(First.WRITTEN, compared(0x0F76, MASK_REG, VVVV, VECTOR_RM)),
  VPCMPEQD_SELECTED(First.WRITTEN, compared(0x0F76, MASK_REG, SELECTED, VVVV, VECTOR_RM)),
  /** What is loaded or stored in selected lanes only; others are not even looked at in memory. */
  VMOVDQU32_SELECTED(
      First.CHANGED,
      vector(64, 0xF3, 0x0F6F, VECTOR_REG, SELECTED, MEMORY).in(Space.EVEX),
      vector(64, 0xF3, 0x0F7F, MEMORY, SELECTED, VECTOR_REG).in(Space.EVEX)),
  VPADDD_SELECTED(First.CHANGED, selected(0x0FFE)),
  /** Selected lanes of the second vector, the others of the first. */
  VPBLENDMD_SELECTED(First.WRITTEN, selected(0x0F3864)),
  VPMINSD(First.WRITTEN, packedInt(0x0F3839)),
  VPMAXSD(First.WRITTEN, packedInt(0x0F383D)),
  VPMAXSD_SELECTED(First.CHANGED, selected(0x0F383D)),
  /** Selected lanes side by side, the first one lowest. */
  VPCOMPRESSD_SELECTED(
      First.CHANGED,
      vector(64, 0x66, 0x0F388B, VECTOR_RM_REGISTER, SELECTED, VECTOR_REG).in(Space.EVEX)),
  /**
   * The other way round: the lowest lanes of a vector, one after the other, as the selected ones.
   */
  VPEXPANDD_SELECTED(First.CHANGED, expanded(Wide.NEVER)),
  VPEXPANDQ_SELECTED(First.CHANGED, expanded(Wide.EVEX)),
  /** Any four bytes each of two vectors, one after the other, by numbers that it writes over. */
  VPERMI2D(First.CHANGED, vector(64, 0x66, 0x0F3876, VECTOR_REG, VVVV, VECTOR_RM).in(Space.EVEX)),
  /** Any four bytes of the same sixteen. */
  VPSHUFD(First.WRITTEN, vector(16 | 32 | 64, 0x66, 0x0F70, VECTOR_REG, VECTOR_RM, UNSIGNED_BYTE)),
  /** Any sixteen bytes: the lower half of the first vector, the upper one of the second. */
  VSHUFI32X4(
      First.WRITTEN,
      vector(64, 0x66, 0x0F3A43, VECTOR_REG, VVVV, VECTOR_RM, UNSIGNED_BYTE).in(Space.EVEX));

  /** What ends the names of instructions that are about selected lanes. */
  private static final String SELECTED_LANES = "_selected";

  /** What becomes of the first operand; all others are read. */
  private enum First {
    READ,
    WRITTEN,
    CHANGED
  }

  private final First first;

  @SuppressWarnings("ImmutableEnumChecker") // a copy
  private final List<Integer> widths;

  @SuppressWarnings("ImmutableEnumChecker") // a copy
  private final List<Form> forms;

  Opcode(First first, Form... forms) {
    this(first, List.of(), forms);
  }

  /**
   * @param widths how many bytes the first operands have; 0, or nothing at the end, for as many as
   *     the instruction computes with
   */
  Opcode(First first, List<Integer> widths, Form... forms) {
    this.first = first;
    this.widths = List.copyOf(widths);
    this.forms = List.of(forms);
  }

  /** As assemblers call it. */
  String mnemonic() {
    return this == IMUL3 ? "imul" : name().toLowerCase(Locale.ROOT).replace(SELECTED_LANES, "");
  }

  /** Whether it writes the operand at that place, if that is a register. */
  boolean writes(int operand) {
    return operand == 0 && first != First.READ;
  }

  /** Whether it reads the operand at that place, if that is a register. */
  boolean reads(int operand) {
    return operand > 0 || first != First.WRITTEN;
  }

  /** How many bytes the register at that place has in an instruction of so many. */
  int bytes(int operand, int bytes) {
    int width = operand < widths.size() ? widths.get(operand) : 0;
    return width == 0 ? bytes : width;
  }

  /** Whether there is an instruction of so many bytes with these operands. */
  boolean takes(int bytes, List<Operand> operands) {
    return forms.stream().anyMatch(form -> form.takes(bytes, operands));
  }

  /** All ways to write it; more than one may take the same operands, with the same effect. */
  List<Form> forms() {
    return forms;
  }

  private static Form general(int sizes, int opcode, Slot... slots) {
    return new Form(
        sizes, Space.LEGACY, 0, opcode, Form.NO_DIGIT, Wide.EIGHT, Form.ALL, List.of(slots));
  }

  private static Form[] arithmetic(int digit) {
    int opcode = digit << 3;
    return new Form[] {
      general(4 | 8, opcode | 1, RM, REG),
      general(4 | 8, opcode | 3, REG, MEMORY),
      general(4 | 8, 0x83, RM, BYTE).digit(digit),
      general(4 | 8, opcode | 5, ACCUMULATOR, INT),
      general(4 | 8, 0x81, RM, INT).digit(digit)
    };
  }

  private static Form[] shift(int digit) {
    return new Form[] {
      general(4 | 8, 0xD1, RM_REGISTER, ONE).digit(digit),
      general(4, 0xC1, RM_REGISTER, INT_BITS).digit(digit),
      general(8, 0xC1, RM_REGISTER, LONG_BITS).digit(digit)
    };
  }

  private static Form byRegister(int prefix, int opcode) {
    return vector(4 | 8, prefix, opcode, REG, RM, VVVV_GENERAL).in(Space.VEX).wide(Wide.EIGHT);
  }

  private static Form vector(int sizes, int prefix, int opcode, Slot... slots) {
    return new Form(
        sizes,
        Space.VEX_OR_EVEX,
        prefix,
        opcode,
        Form.NO_DIGIT,
        Wide.NEVER,
        Form.ALL,
        List.of(slots));
  }

  private static Form scalarDouble(int opcode) {
    return vector(16, 0xF2, opcode, VECTOR_REG, VVVV, VECTOR_RM).wide(Wide.EVEX).memory(8);
  }

  private static Form scalarFloat(int opcode) {
    return vector(16, 0xF3, opcode, VECTOR_REG, VVVV, VECTOR_RM).memory(4);
  }

  private static Form packedDouble(int opcode) {
    return packedLong(opcode);
  }

  private static Form packedFloat(int opcode) {
    return vector(16 | 32 | 64, 0, opcode, VECTOR_REG, VVVV, VECTOR_RM);
  }

  private static Form packedInt(int opcode) {
    return vector(16 | 32 | 64, 0x66, opcode, VECTOR_REG, VVVV, VECTOR_RM);
  }

  private static Form selected(int opcode) {
    return vector(64, 0x66, opcode, VECTOR_REG, SELECTED, VVVV, VECTOR_RM).in(Space.EVEX);
  }

  private static Form expanded(Wide wide) {
    return vector(16 | 32 | 64, 0x66, 0x0F3889, VECTOR_REG, SELECTED, VECTOR_RM_REGISTER)
        .in(Space.EVEX)
        .wide(wide);
  }

  private static Form compared(int opcode, Slot... slots) {
    return vector(64, 0x66, opcode, slots).in(Space.EVEX);
  }

  private static Form packedLong(int opcode) {
    return packedInt(opcode).wide(Wide.EVEX);
  }

  private static Form broadcast(int sizes, int opcode, int element) {
    return vector(sizes, 0x66, opcode, VECTOR_REG, VECTOR_RM)
        .wide(element == 8 ? Wide.EVEX : Wide.NEVER)
        .memory(element);
  }
}
