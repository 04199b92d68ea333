package io.sluice.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds {@code deploy/examples} from the folders that the build runs tests in. */
final class ExamplesFolder {
  private ExamplesFolder() {}

  static String path(String below) {
    return List.of("../examples", "examples").stream()
        .map(Path::of)
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow()
        .resolve(below)
        .toAbsolutePath()
        .normalize()
        .toString();
  }
}
