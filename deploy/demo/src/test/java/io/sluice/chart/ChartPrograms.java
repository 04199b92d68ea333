package io.sluice.chart;

import io.sluice.devservers.ProgramFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds helm and kubectl as the development servers find their programs. */
final class ChartPrograms {
  private static final List<Path> FOLDERS = ProgramFolders.all();

  private ChartPrograms() {}

  static Path path(String name) {
    return FOLDERS.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot test the charts: there is no %s. Run ./sluice devservers install %s."
                        .formatted(name, name)));
  }
}
