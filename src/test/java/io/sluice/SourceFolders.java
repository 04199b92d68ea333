package io.sluice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the sources of all modules, from the folder of one of them. */
final class SourceFolders {
  static final Path ROOT = Path.of(System.getProperty("basedir", ".")).resolve("..").normalize();

  private SourceFolders() {}

  /**
   * Returns the folders of Java sources.
   *
   * @param part {@code main} or {@code test}
   */
  static List<Path> of(String part) throws IOException {
    List<Path> modules = new ArrayList<>();
    for (String module : List.of("", "workflows", "activities", "worker/process", "worker/tools")) {
      modules.add(ROOT.resolve(module));
    }
    try (Stream<Path> deployed = Files.list(ROOT.resolve("deploy"))) {
      deployed.sorted().forEach(modules::add);
    }
    return modules.stream()
        .map(module -> module.resolve(Path.of("src", part, "java")))
        .filter(Files::isDirectory)
        .toList();
  }

  /** Returns the Java files below a folder, by name. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    }
  }
}
