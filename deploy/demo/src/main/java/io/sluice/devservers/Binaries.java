package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Finds programs: in {@code SLUICE_DEVSERVERS_BIN}, on PATH, then among those built before.
 *
 * <p>One that is too old is never used. In the folder that the user named it is refused; on PATH it
 * is passed over and named, so that an old tool installed for something else is not in the way.
 */
final class Binaries {
  static final String VARIABLE = "SLUICE_DEVSERVERS_BIN";

  private final Map<String, String> environment;
  private final BiFunction<Program, Path, ProgramVersion> versions;
  private final List<String> passedOver = new ArrayList<>();

  Binaries(Map<String, String> environment, BiFunction<Program, Path, ProgramVersion> versions) {
    this.environment = environment;
    this.versions = versions;
  }

  /**
   * Points to a program that is new enough to be used.
   *
   * @param origin where it was found, for messages
   */
  record Binary(Path path, ProgramVersion version, String origin) {
    Binary {
      requireNonNull(path, "path is null");
      requireNonNull(version, "version is null");
      requireNonNull(origin, "origin is null");
    }
  }

  /**
   * Returns the user's cache folder, where built programs and, by default, the data are kept: by
   * the XDG convention {@code $XDG_CACHE_HOME}, else {@code ~/.cache}.
   */
  static Path cacheFolder(Map<String, String> environment) {
    Path xdg = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
    Path base = xdg.isAbsolute() ? xdg : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("sluice").resolve("devservers");
  }

  /** Returns what was found on PATH but is too old, one sentence each. */
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
      ProgramVersion version = versions.apply(program, path);
      if (!version.atLeast(program.floor())) {
        throw DevServersException.tooOld(program, path, version);
      }
      return Optional.of(new Binary(path, version, VARIABLE));
    }
    return onPath(program).or(() -> built(program));
  }

  private Optional<Binary> onPath(Program program) {
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path path = Path.of(folder, program.file());
      if (folder.isEmpty() || !Files.isExecutable(path) || Files.isDirectory(path)) {
        continue;
      }
      ProgramVersion version = versions.apply(program, path);
      if (version.atLeast(program.floor())) {
        return Optional.of(new Binary(path.toAbsolutePath(), version, "PATH"));
      }
      passedOver.add(
          "%s %s at %s is too old, the least is %s"
              .formatted(program, version, path, program.floor()));
    }
    return Optional.empty();
  }

  private Optional<Binary> built(Program program) {
    Map<String, String> modules = GoModule.FILES.files();
    if (modules.isEmpty()) {
      return Optional.empty();
    }
    Path path = builtPath(program, GoModule.of(program.module(), modules));
    return Files.isExecutable(path)
        ? Optional.of(new Binary(path, versions.apply(program, path), "built with Go"))
        : Optional.empty();
  }

  /** Returns where a program built from these module files is kept. */
  Path builtPath(Program program, GoModule module) {
    return cacheFolder(environment).resolve("bin").resolve(module.key()).resolve(program.file());
  }
}
