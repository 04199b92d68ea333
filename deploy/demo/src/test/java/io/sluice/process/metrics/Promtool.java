package io.sluice.process.metrics;

import io.sluice.devservers.ProgramFolders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs Prometheus' promtool, found as the development servers find their programs. */
public final class Promtool {
  private Promtool() {}

  /** Holds how promtool ended, and what it has printed. */
  public record Output(int code, String printed) {}

  /** Checks what a worker exports: that it can be read, and what the linter says of it. */
  public static Output checkMetrics(String metrics) throws IOException, InterruptedException {
    Path input = Files.createTempFile("metrics", ".txt");
    try {
      Files.writeString(input, metrics);
      return run(ProcessBuilder.Redirect.from(input.toFile()), "check", "metrics");
    } finally {
      Files.delete(input);
    }
  }

  static Output run(String... arguments) throws IOException, InterruptedException {
    return run(ProcessBuilder.Redirect.PIPE, arguments);
  }

  private static Output run(ProcessBuilder.Redirect input, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program().toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectInput(input).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(process.waitFor(), printed);
  }

  private static Path program() {
    return ProgramFolders.all().stream()
        .map(folder -> folder.resolve("promtool"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot check metrics: there is no promtool. Run ./sluice devservers install"
                        + " promtool."));
  }
}
