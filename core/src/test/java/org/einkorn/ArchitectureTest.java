package org.einkorn;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Guards the arrows between the packages of core. */
class ArchitectureTest {
  /**
   * The packages from the lowest to the highest. A package, with the packages inside it, may use
   * only those listed before it. The public API is the root package without the packages inside it;
   * the library of algorithms lies above, for it uses Einkorn as others do.
   */
  private static final List<String> LAYERS =
      List.of(
          "org.einkorn.element..",
          "org.einkorn.support..",
          "org.einkorn.imp..",
          "org.einkorn.operator..",
          "org.einkorn.notation..",
          "org.einkorn.format..",
          "org.einkorn.storage..",
          "org.einkorn.advice..",
          "org.einkorn.loops..",
          "org.einkorn.lattice..",
          "org.einkorn.schedule..",
          "org.einkorn.legalise..",
          "org.einkorn.plan..",
          "org.einkorn.lower..",
          "org.einkorn.backend",
          "org.einkorn.backend.jvm..",
          "org.einkorn.backend.x64..",
          "org.einkorn.runtime..",
          "org.einkorn.explain..",
          "org.einkorn.io..",
          "org.einkorn",
          "org.einkorn.library..");

  /** Classes that every layer may use; they themselves use only the lowest. */
  private static final Set<String> SHARED =
      Set.of(
          "org.einkorn.EinkornException",
          "org.einkorn.CancelledException",
          "org.einkorn.Progress",
          "org.einkorn.storage.CoordinateList");

  /** Level classes, known by name only to their own source file and to the registries. */
  private static final Set<String> LEVELS =
      Set.of(
          "DenseLevel",
          "CompressedLevel",
          "SingletonLevel",
          "SlotLevel",
          "PaddedLevel",
          "HashedLevel",
          "BitmapLevel",
          "TableLevel",
          "LookupLevel");

  private static final Set<String> REGISTRIES = Set.of("Levels", "Formats");

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
          .importPackages("org.einkorn");

  @TestFactory
  Stream<DynamicTest> aLayerUsesOnlyLowerLayers() {
    return LAYERS.stream()
        .map(
            layer -> {
              int position = LAYERS.indexOf(layer);
              String[] higher = LAYERS.subList(position + 1, LAYERS.size()).toArray(String[]::new);
              return DynamicTest.dynamicTest(
                  layer,
                  () ->
                      noClasses()
                          .that(resideInAnyPackage(layer).and(not(shared())))
                          .should()
                          .dependOnClassesThat(resideInAnyPackage(higher).and(not(shared())))
                          .allowEmptyShould(true)
                          .check(CORE));
            });
  }

  @Test
  void everyPackageHasALayer() {
    classes()
        .should()
        .resideInAnyPackage(LAYERS.toArray(String[]::new))
        .because("a new package must be given its place in LAYERS")
        .allowEmptyShould(true)
        .check(CORE);
  }

  @Test
  void sharedClassesUseNoLayer() {
    noClasses()
        .that(shared())
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.einkorn..")
                .and(not(shared()))
                .and(not(resideInAnyPackage(LAYERS.getFirst()))))
        .allowEmptyShould(true)
        .check(CORE);
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices()
        .matching("(org.einkorn..)")
        .should()
        .beFreeOfCycles()
        .ignoreDependency(DescribedPredicate.alwaysTrue(), shared())
        .allowEmptyShould(true)
        .check(CORE);
  }

  @Test
  void coreNeedsOnlyTheJdk() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.einkorn..", "java..")
        .allowEmptyShould(true)
        .check(CORE);
  }

  @Test
  void onlyMachineCodeLeavesTheJvm() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.einkorn.backend.x64..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Linker.class, SymbolLookup.class)
        .because("the JVM guards neither what such code does nor where it writes")
        .check(CORE);
  }

  @Test
  void theLibraryUsesOnlyWhatAUserImports() {
    classes()
        .that()
        .resideInAPackage("org.einkorn.library..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "org.einkorn",
            "org.einkorn.element..",
            "org.einkorn.format..",
            "org.einkorn.library..",
            "java..")
        .check(CORE);
  }

  @TestFactory
  Stream<DynamicTest> nobodyAsksForTheClassOfALevel() {
    return LEVELS.stream()
        .sorted()
        .map(
            level ->
                DynamicTest.dynamicTest(
                    level,
                    () ->
                        noClasses()
                            .that(not(writtenIn(level)).and(not(isRegistry())))
                            .should()
                            .dependOnClassesThat(writtenIn(level))
                            .because("what a level can do is asked of its capabilities")
                            .allowEmptyShould(true)
                            .check(CORE)));
  }

  private static DescribedPredicate<JavaClass> shared() {
    return describe("shared by all layers", type -> SHARED.contains(outermost(type).getName()));
  }

  private static DescribedPredicate<JavaClass> isRegistry() {
    return describe(
        "a registry of levels or formats",
        type ->
            outermost(type).getPackageName().equals("org.einkorn.format")
                && REGISTRIES.contains(outermost(type).getSimpleName()));
  }

  /** The class itself, its nested classes, and helpers that share its file. */
  private static DescribedPredicate<JavaClass> writtenIn(String level) {
    return describe(
        "written in " + level + ".java",
        type ->
            type.getPackageName().startsWith("org.einkorn.format")
                && type.getSource()
                    .flatMap(Source::getFileName)
                    .map(file -> file.equals(level + ".java"))
                    .orElse(false));
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
  }
}
