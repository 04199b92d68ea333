package io.sluice.worker;

import io.sluice.devservers.DevServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code sluice worker} as its users do: in a JVM of its own, from the one jar. */
final class WorkerJar implements AutoCloseable {
  private final Process process;

  private WorkerJar(Process process) {
    this.process = process;
  }

  /** Starts it as the hub's user {@code sluice}; its output goes to the servers' logs. */
  static WorkerJar start(DevServers servers, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                jar().toString(),
                "worker",
                "--kubeconfig",
                servers.workerKubeconfig().toString(),
                "--temporal",
                servers.temporalTarget(),
                "--health-port",
                "0",
                // As a pod of a StatefulSet has it: one that comes again leads at once.
                "--lease-identity",
                "sluice-0"));
    command.addAll(List.of(options));
    Path log = servers.kubeconfig().resolveSibling("logs").resolve("worker.log");
    try {
      return new WorkerJar(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + command, e);
    }
  }

  private static Path jar() {
    Path jar = Path.of(System.getProperty("sluice.jar", "target/sluice.jar"));
    if (!Files.exists(jar)) {
      throw new IllegalStateException(
          "Cannot start a worker: there is no %s. Build it with mvn package.".formatted(jar));
    }
    return jar;
  }

  /** True when it has ended by itself within that time. */
  boolean endsWithin(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends it as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
