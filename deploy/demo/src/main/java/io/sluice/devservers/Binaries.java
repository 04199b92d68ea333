package io.sluice.devservers;

import io.sluice.worker.PackagedFiles;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds programs: in {@code SLUICE_DEVSERVERS_BIN}, on PATH, then among those built before.
 *
 * <p>One that is too old is never used. In the folder that the user named it is refused; on PATH it
 * is passed over and named, so that an old tool installed for something else is not in the way.
 */
final class Binaries {
  static final String VARIABLE = "SLUICE_DEVSERVERS_BIN";

  private final Map<String, String> environment;
  private final VersionProbe probe;
  private final List<String> passedOver = new ArrayList<>();

  Binaries(Map<String, String> environment, VersionProbe probe) {
    this.environment = environment;
    this.probe = probe;
  }

  /** What was found on PATH but is too old, one sentence each. */
  List<String> passedOver() {
    return List.copyOf(passedOver);
  }

  /** Finds all programs that are there; those missing are absent from the map. */
  Map<Program, Binary> all() {
    Map<Program, Binary> found = new EnumMap<>(Program.class);
    passedOver.clear();
    for (Program program : Program.values()) {
      find(program).ifPresent(binary -> found.put(program, binary));
    }
    return found;
  }

  private Optional<Binary> find(Program program) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty() && Files.isExecutable(Path.of(named, program.file()))) {
      Path path = Path.of(named, program.file()).toAbsolutePath();
      ProgramVersion version = probe.versionOf(program, path);
      if (!version.atLeast(program.floor())) {
        throw DevServersException.tooOld(program, path, version);
      }
      return Optional.of(new Binary(program, path, version, VARIABLE));
    }
    return onPath(program).or(() -> built(program));
  }

  private Optional<Binary> onPath(Program program) {
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path path = Path.of(folder, program.file());
      if (folder.isEmpty() || !Files.isExecutable(path) || Files.isDirectory(path)) {
        continue;
      }
      ProgramVersion version = probe.versionOf(program, path);
      if (version.atLeast(program.floor())) {
        return Optional.of(new Binary(program, path.toAbsolutePath(), version, "PATH"));
      }
      passedOver.add(
          "%s %s at %s is too old, the least is %s"
              .formatted(program, version, path, program.floor()));
    }
    return Optional.empty();
  }

  private Optional<Binary> built(Program program) {
    Map<String, String> modules = PackagedFiles.GO_MODULES.files();
    if (modules.isEmpty()) {
      return Optional.empty();
    }
    Path path = builtPath(program, ModuleFiles.of(program.module(), modules));
    return Files.isExecutable(path)
        ? Optional.of(new Binary(program, path, probe.versionOf(program, path), "built with Go"))
        : Optional.empty();
  }

  /** Where a program built from these module files is kept. */
  Path builtPath(Program program, ModuleFiles module) {
    return CacheFolder.of(environment).resolve("bin").resolve(module.key()).resolve(program.file());
  }
}
