package io.sluice.devservers;

import io.sluice.devservers.Binaries.Binary;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Provides the programs: takes those that are there, builds the others with Go. */
final class Installation {
  private static final ProgramVersion OLDEST_GO = new ProgramVersion(1, 21, 0);

  private final Map<String, String> environment;
  private final Binaries binaries;
  private final Consumer<String> progress;

  /** Looks where the environment points to, and reports what it does line by line. */
  Installation(Map<String, String> environment, Consumer<String> progress) {
    this(environment, ProgramVersion::ask, progress);
  }

  Installation(
      Map<String, String> environment,
      BiFunction<Program, Path, ProgramVersion> versions,
      Consumer<String> progress) {
    this.environment = environment;
    this.binaries = new Binaries(environment, versions);
    this.progress = progress;
  }

  /** Makes sure that every program is there; builds only those named, if any are. */
  void install(List<Program> wanted) {
    Map<Program, Binary> found = binaries.all();
    List<Program> missing = wanted.stream().filter(program -> !found.containsKey(program)).toList();
    if (!missing.isEmpty()) {
      buildAll(missing);
    }
    Map<Program, Binary> present = binaries.all();
    binaries.passedOver().forEach(old -> progress.accept("Passed over: " + old + "."));
    for (Program program : wanted) {
      Binary binary = present.get(program);
      progress.accept(
          binary == null
              ? "%-24s missing; the servers start without it".formatted(program)
              : "%-24s %-8s %s (%s)"
                  .formatted(program, binary.version(), binary.path(), binary.origin()));
    }
  }

  /** Finds what {@code up} needs, without building anything. */
  Map<Program, Path> present() {
    Map<Program, Path> found = new EnumMap<>(Program.class);
    binaries.all().forEach((program, binary) -> found.put(program, binary.path()));
    List<Program> missing =
        Arrays.stream(Program.values())
            .filter(program -> program.required() && !found.containsKey(program))
            .toList();
    if (!missing.isEmpty()) {
      throw DevServersException.notInstalled(missing, binaries.passedOver());
    }
    return found;
  }

  private void buildAll(List<Program> missing) {
    Optional<Path> go = go();
    if (go.isEmpty()) {
      List<Program> needed = missing.stream().filter(Program::required).toList();
      if (needed.isEmpty()) {
        return;
      }
      throw DevServersException.noGo(needed, binaries.passedOver());
    }
    Map<String, String> modules = GoModule.FILES.files();
    GoBuild build = new GoBuild(go.get(), progress);
    for (Program program : missing) {
      GoModule module = GoModule.of(program.module(), modules);
      Path target = binaries.builtPath(program, module);
      progress.accept("Building %s into %s".formatted(program, target.getParent()));
      build.build(program, module, target);
    }
  }

  private Optional<Path> go() {
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path go = Path.of(folder, "go");
      if (folder.isEmpty() || !Files.isExecutable(go)) {
        continue;
      }
      String printed = ProgramVersion.output(List.of(go.toString(), "version"), go.getParent());
      Optional<ProgramVersion> version = ProgramVersion.in(printed.replaceFirst(".*go(?=\\d)", ""));
      if (version.isPresent() && version.get().atLeast(OLDEST_GO)) {
        return Optional.of(go.toAbsolutePath());
      }
      // Older ones cannot fetch the toolchain that the modules ask for.
      progress.accept(
          "Passed over: %s at %s, the least is Go 1.21.".formatted(printed.strip(), go));
    }
    return Optional.empty();
  }
}
