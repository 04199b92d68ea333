package io.sluice.devservers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts servers that live on when the program that started them ends.
 *
 * <p>In a session of their own, the terminal's Ctrl-C and hang-up do not reach them.
 */
final class ProcessLauncher {
  private final DataFolder folder;

  ProcessLauncher(DataFolder folder) {
    this.folder = folder;
  }

  ProcessIdentity start(Binary binary, List<String> command) {
    Path log = folder.log(binary.program());
    try {
      Files.createDirectories(log.getParent());
      List<String> detached = new ArrayList<>(detacher());
      detached.addAll(command);
      ProcessBuilder builder =
          new ProcessBuilder(detached)
              .directory(folder.root().toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      // etcd and temporal read settings from there that would overrule or join our flags.
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("ETCD_") || name.startsWith("TEMPORAL_"));
      return Processes.of(builder.start(), binary.path());
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot start %s: %s. Check that %s is a program for this machine and that %s can be written."
              .formatted(binary.program(), e.getMessage(), binary.path(), log),
          e);
    }
  }

  /** Both replace themselves by the server, so that the process id stays. */
  private static List<String> detacher() {
    return Stream.of("setsid", "nohup")
        .map(name -> Path.of("/usr/bin", name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(path -> List.of(path.toString()))
        .orElse(List.of());
  }
}
