package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * Holds where the servers keep their data and which ports they get.
 *
 * @param folder holds data, logs and state; one set of servers per folder
 * @param apiPort of the hub; 0 is the one of the last time, else any free one
 * @param temporalPort likewise
 * @param uiPort likewise, of Temporal's Web UI
 */
public record DevServersOptions(Path folder, int apiPort, int temporalPort, int uiPort) {
  public DevServersOptions {
    requireNonNull(folder, "folder is null");
    check("--api-port", apiPort);
    check("--temporal-port", temporalPort);
    check("--ui-port", uiPort);
  }

  public static DevServersOptions in(Path folder) {
    return new DevServersOptions(folder, 0, 0, 0);
  }

  /** Returns the folder of the data unless the user names another one. */
  public static Path defaultFolder() {
    return Binaries.cacheFolder(System.getenv()).resolve("data");
  }

  private static void check(String flag, int port) {
    if (port < 0 || port > 65_535) {
      throw new DevServersException(
          "Cannot use %s %d: that is no port. Take one from 1024 to 65535.".formatted(flag, port));
    }
  }
}
