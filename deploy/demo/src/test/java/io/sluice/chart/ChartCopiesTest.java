package io.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Compares what the charts have copies of with its sources; {@code -Dsluice.charts=write} writes
 * the copies anew. They are files, as Helm reports each symbolic link, and Windows checks none out.
 */
class ChartCopiesTest {
  private static final Path DEPLOY = Path.of("..");
  private static final Path CHART = DEPLOY.resolve("charts/sluice");
  private static final Path DEFINITIONS = DEPLOY.resolve("charts/sluice-crds");
  private static final List<String> KINDS =
      List.of("rollouts", "rolloutcalendars", "clusterrolloutcalendars", "rolloutnotifiers");

  /** What kubectl applies besides, and no template takes. */
  private static final Set<String> OF_KUBECTL =
      Set.of("Kustomization", "kustomization.yaml", "00-namespace.yaml");

  @BeforeAll
  static void writeAnewIfAsked() throws IOException {
    if (!"write".equals(System.getProperty("sluice.charts"))) {
      return;
    }
    for (String kind : KINDS) {
      Files.copy(source(kind), copy(kind), StandardCopyOption.REPLACE_EXISTING);
    }
    for (Map.Entry<Path, Path> copied : copiedFolders().entrySet()) {
      replace(copied.getKey(), files(copied.getValue()));
    }
  }

  @Test
  void noFileOfAChartIsALink() throws IOException {
    try (Stream<Path> files = Files.walk(DEPLOY.resolve("charts"))) {
      assertThat(files).isNotEmpty().noneMatch(Files::isSymbolicLink);
    }
  }

  @Test
  void aCopyIsAsItsSource() throws IOException {
    String how = "Write the copies anew, as docs/testing.md says, and commit them.";
    for (String kind : KINDS) {
      assertThat(copy(kind)).as(how).hasSameTextualContentAs(source(kind));
    }
    for (Map.Entry<Path, Path> copied : copiedFolders().entrySet()) {
      assertThat(files(copied.getKey()))
          .as("%s: %s", copied.getKey(), how)
          .isNotEmpty()
          .containsExactlyEntriesOf(files(copied.getValue()));
    }
  }

  private static Path source(String kind) {
    return DEPLOY.resolve("crds/cluster.open-cluster-management.io_" + kind + ".yaml");
  }

  private static Path copy(String kind) {
    return DEFINITIONS.resolve("files/" + kind + ".yaml");
  }

  /**
   * Returns the folder of each copy with that of its source, in the order in which they are
   * written.
   */
  private static SortedMap<Path, Path> copiedFolders() {
    SortedMap<Path, Path> folders = new TreeMap<>();
    for (String name : new String[] {"admission", "dashboards", "gate", "rbac", "rules"}) {
      folders.put(CHART.resolve("files").resolve(name), DEPLOY.resolve(name));
    }
    folders.put(CHART.resolve("charts/sluice-crds"), DEFINITIONS);
    return folders;
  }

  /** Returns the texts of a folder that a chart has, by their path in it. */
  private static SortedMap<String, String> files(Path folder) throws IOException {
    SortedMap<String, String> texts = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      return texts;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (!OF_KUBECTL.contains(name) && !name.endsWith("-binding.yaml")) {
          texts.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
        }
      }
    }
    return texts;
  }

  private static void replace(Path folder, SortedMap<String, String> texts) throws IOException {
    for (String former : files(folder).keySet()) {
      Files.delete(folder.resolve(former));
    }
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Path file = folder.resolve(text.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, text.getValue());
    }
  }
}
