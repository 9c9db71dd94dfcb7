package org.einkorn.backend.jvm;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.ElementType;

/**
 * What registers of several elements this machine has. They are reached through the JDK's vector
 * module, which is there only if the JVM was started with {@code --add-modules
 * jdk.incubator.vector}; so nothing here names its classes to the Java compiler.
 */
public final class VectorUnit {
  private static final String MODULE = "jdk.incubator.vector";
  private static final Map<ElementType, Integer> LANES = lanes();

  private VectorUnit() {}

  /** Whether there is one that this JVM can use. */
  public static boolean isPresent() {
    return !LANES.isEmpty();
  }

  /** How many elements of a type a register takes: a power of two, or 1 if they have none. */
  public static int lanes(ElementType element) {
    return LANES.getOrDefault(element, 1);
  }

  private static Map<ElementType, Integer> lanes() {
    Optional<Module> module = ModuleLayer.boot().findModule(MODULE);
    Map<ElementType, Integer> lanes = new EnumMap<>(ElementType.class);
    if (module.isEmpty()) {
      return lanes;
    }
    VectorUnit.class.getModule().addReads(module.get());
    for (ElementType element : ElementType.values()) {
      if (element != ElementType.BOOL) {
        preferred(module.get(), element)
            .filter(count -> count > 1)
            .ifPresent(count -> lanes.put(element, count));
      }
    }
    return lanes;
  }

  /** As many as suit the machine; none if this JDK's module is another than the one known. */
  private static Optional<Integer> preferred(Module module, ElementType element) {
    try {
      Class<?> vector = Class.forName(module, VectorCode.className(element));
      Class<?> species = Class.forName(module, VectorCode.SPECIES);
      Object preferred = vector.getField("SPECIES_PREFERRED").get(null);
      return Optional.of((Integer) species.getMethod("length").invoke(preferred));
    } catch (ReflectiveOperationException | NullPointerException e) {
      return Optional.empty();
    }
  }
}
