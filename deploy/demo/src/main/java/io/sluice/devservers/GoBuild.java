package io.sluice.devservers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Builds one program from its pinned Go module.
 *
 * <p>Safe to interrupt: the file appears whole or not at all, and Go keeps what it has downloaded
 * and compiled, so that the next try goes on where this one stopped.
 */
final class GoBuild {
  private static final Duration BETWEEN_NEWS = Duration.ofSeconds(10);

  private final Path go;
  private final Consumer<String> news;

  GoBuild(Path go, Consumer<String> news) {
    this.go = go;
    this.news = news;
  }

  void build(Program program, ModuleFiles module, Path target) {
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

  /** {@code -mod=readonly} refuses whatever go.sum does not vouch for. */
  List<String> command(Program program, ModuleFiles module, Path output) {
    return List.of(
        go.toString(),
        "build",
        "-v",
        "-mod=readonly",
        "-trimpath",
        "-buildvcs=false",
        "-ldflags",
        module.linkerFlags(),
        "-o",
        output.toString(),
        program.goPackage());
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
      while (!process.waitFor(BETWEEN_NEWS.toSeconds(), TimeUnit.SECONDS)) {
        news.accept("  %s: %s, %s".formatted(program, counted(log), since(began)));
      }
    } finally {
      process.destroy();
    }
    if (process.exitValue() != 0) {
      throw failed(program, "go build says:\n" + LogTail.of(log), null);
    }
    news.accept("  %s: built in %s".formatted(program, since(began)));
  }

  private static String counted(Path log) throws IOException {
    AtomicInteger downloads = new AtomicInteger();
    AtomicInteger packages = new AtomicInteger();
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      lines
          .lines()
          .forEach(line -> (line.startsWith("go: ") ? downloads : packages).incrementAndGet());
    }
    return "%d modules downloaded, %d packages compiled".formatted(downloads.get(), packages.get());
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
