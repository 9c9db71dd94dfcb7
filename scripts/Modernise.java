import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Copies a jar and brings its classes to the format of Java 17. The JVM's AOT cache takes no
 * classes in the formats of Java 5 and before, which have no stack maps; they would be read and
 * verified at every start.
 *
 * <pre>java scripts/Modernise.java FROM.jar TO.jar</pre>
 */
class Modernise {
  private final ClassFile files;

  private Modernise(ClassLoader library) {
    files =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(library)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  public static void main(String[] args) throws IOException {
    Path from = Path.of(args[0]);
    try (URLClassLoader library = new URLClassLoader(new URL[] {from.toUri().toURL()});
        JarFile jar = new JarFile(from.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(Path.of(args[1])))) {
      Modernise modernise = new Modernise(library);
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        out.putNextEntry(new JarEntry(entry.getName()));
        try (InputStream in = jar.getInputStream(entry)) {
          byte[] content = in.readAllBytes();
          out.write(isClass(entry.getName()) ? modernise.renew(content) : content);
        }
      }
    }
  }

  private static boolean isClass(String name) {
    return name.endsWith(".class")
        && !name.endsWith("module-info.class")
        && !name.startsWith("META-INF/");
  }

  private byte[] renew(byte[] content) {
    byte[] renewed =
        files.transformClass(
            files.parse(content),
            ClassTransform.transformingMethodBodies(CodeBuilder::with)
                .andThen(
                    (made, element) -> {
                      if (element instanceof ClassFileVersion) {
                        made.withVersion(ClassFile.JAVA_17_VERSION, 0);
                      } else {
                        made.with(element);
                      }
                    }));
    files
        .verify(renewed)
        .forEach(
            error -> {
              throw error;
            });
    return renewed;
  }
}
