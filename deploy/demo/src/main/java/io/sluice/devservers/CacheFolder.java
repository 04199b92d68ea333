package io.sluice.devservers;

import java.nio.file.Path;
import java.util.Map;

/** Finds the user's cache folder, where built programs and, by default, the data are kept. */
public final class CacheFolder {
  private CacheFolder() {}

  /** Follows the XDG convention: {@code $XDG_CACHE_HOME}, else {@code ~/.cache}. */
  public static Path of(Map<String, String> environment) {
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path base =
        Path.of(xdg).isAbsolute()
            ? Path.of(xdg)
            : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("sluice").resolve("devservers");
  }
}
