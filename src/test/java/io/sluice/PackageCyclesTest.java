package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the packages of all modules: no cycle, no large package, no simple name twice. */
class PackageCyclesTest {
  private static final int MOST_FILES = 30;
  private static final int MOST_LINES = 3_000;
  private static final List<String> PROCESS =
      List.of(
          "io.sluice.control",
          "io.sluice.process",
          "io.sluice.connection",
          "io.sluice.settings",
          "io.sluice.time");
  private static final PackageGraph PRODUCT = new PackageGraph();

  @BeforeAll
  static void readAllModules() throws IOException {
    for (Path folder : SourceFolders.of("main")) {
      for (Path file : SourceFolders.files(folder)) {
        String packageName = folder.relativize(file.getParent()).toString().replace('/', '.');
        PRODUCT.add(packageName, file.getFileName().toString(), Files.readString(file));
      }
    }
  }

  @Test
  void noPackagesDependOnEachOther() {
    assertThat(PRODUCT.cycles()).isEmpty();
  }

  @Test
  void noPackageHasMoreThanThirtyFiles() {
    assertThat(PRODUCT.largerThan(MOST_FILES)).isEmpty();
  }

  @Test
  void noPackageHasMoreThanThreeThousandLines() {
    assertThat(PRODUCT.longerThan(MOST_LINES)).isEmpty();
  }

  /** It runs on a hub, where nobody types a command. */
  @Test
  void theProcessKnowsNoToolAndNoCommandLine() {
    assertThat(PROCESS)
        .flatExtracting(part -> PRODUCT.importers(part, "io.sluice.tools", "picocli"))
        .isEmpty();
  }

  @Test
  void noSimpleNameStandsForTwoTypes() {
    assertThat(PRODUCT.namesUsedTwice()).isEmpty();
  }

  @Test
  void aCycleIsNamedWithItsFiles() {
    PackageGraph graph = new PackageGraph();
    graph.add("io.sluice.a", "A.java", "import io.sluice.b.B;\nimport java.util.List;\n");
    graph.add("io.sluice.b", "B.java", "import static io.sluice.c.C.Nested.VALUE;\n");
    graph.add("io.sluice.c", "C.java", "import io.sluice.a.A;\nimport io.sluice.d.D;\n");
    graph.add("io.sluice.d", "D.java", "");
    assertThat(graph.cycles())
        .containsExactly(
            "io.sluice.a (A.java) -> io.sluice.b (B.java) -> io.sluice.c (C.java) -> io.sluice.a");
  }

  @Test
  void aLargePackageAndANameUsedTwiceAreNamed() {
    PackageGraph graph = new PackageGraph();
    graph.add("io.sluice.a", "A.java", "");
    graph.add("io.sluice.a", "package-info.java", "");
    graph.add("io.sluice.b", "A.java", "");
    graph.add("io.sluice.b", "package-info.java", "");
    assertThat(graph.largerThan(1))
        .containsExactly("io.sluice.a has 2 files", "io.sluice.b has 2 files");
    assertThat(graph.namesUsedTwice()).containsExactly("A.java is in [io.sluice.a, io.sluice.b]");
  }

  @Test
  void aLongPackageAndAnImportThatMustNotBeAreNamed() {
    PackageGraph graph = new PackageGraph();
    graph.add("io.sluice.a.part", "A.java", "import io.sluice.b.B;\nimport picocli.CommandLine;\n");
    graph.add("io.sluice.ab", "AB.java", "import io.sluice.b.B;\n");
    assertThat(graph.longerThan(1)).containsExactly("io.sluice.a.part has 2 lines");
    assertThat(graph.importers("io.sluice.a", "io.sluice.b"))
        .containsExactly("io.sluice.a.part.A.java");
    assertThat(graph.importers("io.sluice.a", "picocli")).isNotEmpty();
    assertThat(graph.importers("io.sluice.a", "io.sluice.c")).isEmpty();
  }
}
