package io.sluice.devservers;

import java.nio.file.Path;
import java.util.List;

/** Lists where programs are, for tests that need no server. */
public final class ProgramFolders {
  private ProgramFolders() {}

  public static List<Path> all() {
    return new Installation(System.getenv(), line -> {})
        .present().values().stream().map(Path::getParent).distinct().toList();
  }
}
