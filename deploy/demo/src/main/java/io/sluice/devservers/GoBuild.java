package io.sluice.devservers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Builds one program from its pinned Go module.
 *
 * <p>Safe to interrupt: the file appears whole or not at all, and Go keeps what it has downloaded
 * and compiled, so that the next try goes on where this one stopped.
 */
final class GoBuild {
  private static final Duration REPORT_EVERY = Duration.ofSeconds(10);

  private final Path go;
  private final Consumer<String> progress;

  GoBuild(Path go, Consumer<String> progress) {
    this.go = go;
    this.progress = progress;
  }

  void build(Program program, GoModule module, Path target) {
    try {
      Path source = Files.createDirectories(target.resolveSibling("module"));
      Files.writeString(source.resolve("go.mod"), module.goMod());
      Files.writeString(source.resolve("go.sum"), module.goSum());
      Path unfinished = target.resolveSibling(program.file() + ".unfinished");
      Path log = target.resolveSibling(program.file() + "-build.log");
      run(program, command(program, module, unfinished), source, log);
      Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failed(program, e.toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(program, "interrupted", e);
    }
  }

  /** Returns the call of Go; {@code -mod=readonly} refuses what go.sum has no checksum for. */
  List<String> command(Program program, GoModule module, Path output) {
    List<String> command =
        new ArrayList<>(
            List.of(go.toString(), "build", "-v", "-mod=readonly", "-trimpath", "-buildvcs=false"));
    command.addAll(program.buildTags());
    command.addAll(
        List.of("-ldflags", module.linkerFlags(), "-o", output.toString(), program.goPackage()));
    return command;
  }

  private void run(Program program, List<String> command, Path source, Path log)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(source.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(Map.of("CGO_ENABLED", "0", "GOWORK", "off"));
    long began = System.nanoTime();
    Process process = builder.start();
    // A compiler left behind would write into the files of the next try.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "stop-build"));
    try {
      while (!process.waitFor(REPORT_EVERY.toSeconds(), TimeUnit.SECONDS)) {
        progress.accept("  %s: %s, %s".formatted(program, counts(log), since(began)));
      }
    } finally {
      process.destroy();
    }
    if (process.exitValue() != 0) {
      throw failed(program, "go build failed:\n" + DevServersException.lastLines(log), null);
    }
    progress.accept("  %s: built in %s".formatted(program, since(began)));
  }

  private static String counts(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    long downloads = lines.stream().filter(line -> line.startsWith("go: ")).count();
    return "%d modules downloaded, %d packages compiled"
        .formatted(downloads, lines.size() - downloads);
  }

  private static String since(long began) {
    Duration passed = Duration.ofNanos(System.nanoTime() - began);
    return "%d:%02d".formatted(passed.toMinutes(), passed.toSecondsPart());
  }

  private static DevServersException failed(Program program, String why, Exception cause) {
    return new DevServersException(
        "Cannot build %s: %s\nRun ./sluice devservers install again; it goes on where it stopped."
            .formatted(program, why),
        cause);
  }
}
