package io.sluice.chart;

import io.sluice.devservers.DevServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs helm on the charts of {@code deploy/charts}; without a hub, or on development servers. */
public final class Helm {
  private final Path program;
  private final Path home;
  private final Optional<Path> kubeconfig;

  private Helm(Path home, Optional<Path> kubeconfig) {
    this.program = ChartPrograms.path("helm");
    this.home = home;
    this.kubeconfig = kubeconfig;
  }

  /** Renders only; helm keeps nothing of the user's. */
  static Helm alone(Path home) {
    return new Helm(home, Optional.empty());
  }

  /** Installs on these servers, as their administrator. */
  public static Helm on(DevServers servers, Path home) {
    return new Helm(home, Optional.of(servers.kubeconfig()));
  }

  /** Runs one command to its end. */
  public ProgramOutput run(String... arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    kubeconfig.ifPresent(file -> command.addAll(List.of("--kubeconfig", file.toString())));
    try {
      Path errors = Files.createTempFile(home, "helm", ".err");
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("HELM_"));
      for (String folder : List.of("CACHE", "CONFIG", "DATA")) {
        builder.environment().put("HELM_" + folder + "_HOME", home.resolve(folder).toString());
      }
      Process process = builder.start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new ProgramOutput(process.waitFor(), printed, Files.readString(errors));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Runs one command, which must succeed, and returns what it prints. */
  public String succeed(String... arguments) {
    ProgramOutput output = run(arguments);
    if (output.code() != 0) {
      throw new AssertionError(
          "helm %s: %s%s"
              .formatted(String.join(" ", arguments), output.printed(), output.errors()));
    }
    return output.printed();
  }

  /** Holds what a program has answered. */
  public record ProgramOutput(int code, String printed, String errors) {}
}
