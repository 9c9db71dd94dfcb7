package org.einkorn.imp;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.einkorn.element.ElementType;

/**
 * A function from numbers to a number that generated code may call: it has no effect, and the same
 * arguments always give the same value.
 *
 * @param name how it is printed
 * @param handle takes and gives Java primitives
 * @param mayFail whether it may throw something
 */
public record ScalarFunction(String name, MethodHandle handle, boolean mayFail) {
  public ScalarFunction {
    elementOf(handle.type().returnType());
    handle.type().parameterList().forEach(ScalarFunction::elementOf);
  }

  /** A public static method that never fails. */
  public static ScalarFunction of(Class<?> owner, String name, MethodType type) {
    try {
      return new ScalarFunction(
          name, MethodHandles.publicLookup().findStatic(owner, name, type), false);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(owner + " has no " + name + type, e);
    }
  }

  public List<ElementType> parameters() {
    return handle.type().parameterList().stream().map(ScalarFunction::elementOf).toList();
  }

  public ElementType result() {
    return elementOf(handle.type().returnType());
  }

  /** Its value for arguments in boxes. */
  public Object call(List<?> arguments) {
    try {
      return handle.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(name + " failed", e);
    }
  }

  private static ElementType elementOf(Class<?> type) {
    for (ElementType element : ElementType.values()) {
      if (element.javaType() == type) {
        return element;
      }
    }
    throw new IllegalArgumentException("no tensor has values of " + type);
  }

  @Override
  public String toString() {
    return name;
  }
}
