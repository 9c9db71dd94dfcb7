package org.einkorn.backend.x64;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Memory that holds the machine code of a function. It is written first and made executable then,
 * never both at once, and given back to the system when nobody can call the code any more.
 */
final class ExecutableMemory {
  private static final int READ_WRITE = 1 | 2;
  private static final int READ_EXECUTE = 1 | 4;
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;
  private static final long PAGE = 4096;

  /** Calls are made for some numbers of arguments only, so that the JIT soon knows all of them. */
  private static final int FEWEST_ARGUMENTS = 8;

  /** As many as a call can take: one of 128 arguments would need too many words of the JVM. */
  static final int MOST_ARRAYS = 63;

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle MMAP =
      find(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));

  private static final MethodHandle MPROTECT =
      find("mprotect", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private static final MethodHandle MUNMAP =
      find("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

  /** Calls of a function with so many arguments, all of them in an array. */
  private static final Map<Integer, MethodHandle> CALLS = new ConcurrentHashMap<>();

  private final MemorySegment code;
  private final int arguments;
  private final MethodHandle call;

  /**
   * @param arrays how many arrays the function takes, after a block of other values
   */
  ExecutableMemory(byte[] code, int arrays) {
    this.code = executable(code);
    this.arguments = arguments(arrays);
    this.call = CALLS.computeIfAbsent(arguments, ExecutableMemory::call);
  }

  /** With how many arguments a function is called that takes so many arrays. */
  static int arguments(int arrays) {
    return Math.max(FEWEST_ARGUMENTS, Integer.highestOneBit(2 * arrays + 1));
  }

  private static MethodHandle find(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
  }

  /**
   * A critical call sees arrays where they lie. Meanwhile the JVM cannot move them, nor do anything
   * else that all threads must wait for, so calls should be short.
   */
  private static MethodHandle call(int arguments) {
    MemoryLayout[] layouts = new MemoryLayout[arguments];
    Arrays.fill(layouts, ADDRESS);
    return LINKER
        .downcallHandle(FunctionDescriptor.of(JAVA_INT, layouts), Linker.Option.critical(true))
        .asSpreader(MemorySegment[].class, arguments);
  }

  /** For a call: the block first, then the arrays, then as many others as are left. */
  MemorySegment[] newArguments() {
    return new MemorySegment[arguments];
  }

  int call(MemorySegment[] all) {
    try {
      return (int) call.invokeExact(code, all);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      Reference.reachabilityFence(this); // as long as it runs, the code must stay
    }
  }

  private static MemorySegment executable(byte[] code) {
    long bytes = (code.length + PAGE - 1) / PAGE * PAGE;
    try {
      MemorySegment raw =
          (MemorySegment)
              MMAP.invokeExact(MemorySegment.NULL, bytes, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
      if (raw.address() == -1) {
        throw new OutOfMemoryError("no memory for " + bytes + " bytes of machine code");
      }
      MemorySegment memory = raw.reinterpret(bytes, Arena.ofAuto(), ExecutableMemory::unmap);
      MemorySegment.copy(code, 0, memory, ValueLayout.JAVA_BYTE, 0, code.length);
      int result = (int) MPROTECT.invokeExact(memory, bytes, READ_EXECUTE);
      if (result != 0) {
        throw new IllegalStateException("the system does not let memory be executable");
      }
      return memory;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static void unmap(MemorySegment memory) {
    try {
      int result = (int) MUNMAP.invokeExact(memory, memory.byteSize());
      assert result == 0;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
