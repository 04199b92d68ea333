package io.sluice.devservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs kubectl as the administrator of development servers. */
public final class Kubectl {
  private final DevServers servers;
  private final Path cache;

  /** Creates one; kubectl keeps what it discovers in that folder. */
  public Kubectl(DevServers servers, Path cache) {
    this.servers = servers;
    this.cache = cache;
  }

  /** Holds the exit code, and both outputs as one text. */
  public record Output(int code, String output) {}

  /** Runs one command to its end. */
  public Output run(String... arguments) {
    return runWith("", arguments);
  }

  /** Runs one command to its end, with that text as its input. */
  public Output runWith(String input, String... arguments) {
    try {
      Process process = start(arguments);
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Output(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Starts one that goes on until it is destroyed; its outputs are one stream. */
  public Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(program().toString());
    command.addAll(
        List.of("--kubeconfig", servers.kubeconfig().toString(), "--cache-dir", cache.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private Path program() {
    return servers.programFolders().stream()
        .map(programs -> programs.resolve("kubectl"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }
}
