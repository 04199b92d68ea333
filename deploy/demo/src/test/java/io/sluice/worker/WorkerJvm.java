package io.sluice.worker;

import io.sluice.devservers.DevServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs {@code sluice worker} from the jar for production, in a JVM of its own. */
public final class WorkerJvm implements AutoCloseable {
  /** Beside three other sets of tests a start from the bare jar took up to 55 s. */
  public static final Duration START = Duration.ofSeconds(90);

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final int healthPort;
  private final Path log;

  private WorkerJvm(Process process, int healthPort, Path log) {
    this.process = process;
    this.healthPort = healthPort;
    this.log = log;
  }

  /** Starts one with a worker's rights; Temporal's address comes from the environment. */
  static WorkerJvm start(DevServers servers, Path log, String... more) {
    return start(servers.workerKubeconfig(), servers.temporalTarget(), log, more);
  }

  /** Starts one with that kubeconfig and address of Temporal. */
  public static WorkerJvm start(Path kubeconfig, String temporal, Path log, String... more) {
    return start(List.of(), kubeconfig, temporal, log, more);
  }

  /** Starts one with these options of the JVM. */
  static WorkerJvm withJava(List<String> options, DevServers servers, Path log) {
    return start(options, servers.workerKubeconfig(), servers.temporalTarget(), log);
  }

  /** Starts one with these options of the JVM and of the worker. */
  public static WorkerJvm start(
      List<String> options, DevServers servers, Path log, String... more) {
    return start(options, servers.workerKubeconfig(), servers.temporalTarget(), log, more);
  }

  /** Starts that jar, with these variables in its environment, as fast as it can. */
  static WorkerJvm start(
      Path jar, Map<String, String> environment, DevServers servers, Path log, String... more) {
    return start(
        jar,
        environment,
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
        servers.workerKubeconfig(),
        servers.temporalTarget(),
        log,
        more);
  }

  private static WorkerJvm start(
      List<String> options, Path kubeconfig, String temporal, Path log, String... more) {
    return start(jar(), Map.of(), options, kubeconfig, temporal, log, more);
  }

  private static WorkerJvm start(
      Path jar,
      Map<String, String> environment,
      List<String> options,
      Path kubeconfig,
      String temporal,
      Path log,
      String... more) {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        Arrays.stream(System.getProperty("sluice.worker.java", "").split(" "))
            .filter(option -> !option.isEmpty())
            .toList());
    command.addAll(
        List.of(
            "-jar",
            jar.toString(),
            "worker",
            "--kubeconfig",
            kubeconfig.toString(),
            "--health-port",
            Integer.toString(port)));
    command.addAll(List.of(more));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("TEMPORAL_"));
    builder.environment().put("TEMPORAL_ADDRESS", temporal);
    builder.environment().putAll(environment);
    try {
      return new WorkerJvm(builder.start(), port, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts one by that command, which has it answer on that port, with no other environment. */
  static WorkerJvm start(
      List<String> command, Map<String, String> environment, int healthPort, Path log) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
    builder.environment().putAll(environment);
    try {
      return new WorkerJvm(builder.start(), healthPort, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the jar for production, which must have been built. */
  public static Path jar() {
    Path jar = Path.of(System.getProperty("sluice.jar", "../../worker/target/sluice.jar"));
    if (!Files.exists(jar)) {
      throw new IllegalStateException(
          "Cannot start a worker: there is no %s. Build it with mvn package.".formatted(jar));
    }
    return jar;
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the body of {@code /readyz}; empty unless it is ready. */
  public Optional<String> ready() {
    return readiness().filter(answer -> answer.statusCode() == 200).map(WorkerJvm::body);
  }

  /** Returns why {@code /readyz} says that it is not ready; empty while it is, or is silent. */
  String notReady() {
    return readiness().filter(answer -> answer.statusCode() != 200).map(WorkerJvm::body).orElse("");
  }

  /** Returns what it exports; empty while it does not answer. */
  public String metrics() {
    return ask("/metrics").map(HttpResponse::body).orElse("");
  }

  private Optional<HttpResponse<String>> readiness() {
    return ask("/readyz");
  }

  private Optional<HttpResponse<String>> ask(String path) {
    try {
      return Optional.of(
          HTTP.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + healthPort + path))
                  .timeout(Duration.ofSeconds(2))
                  .build(),
              HttpResponse.BodyHandlers.ofString()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String body(HttpResponse<String> answer) {
    return answer.body().strip();
  }

  public boolean leads() {
    return ready().filter(answer -> answer.startsWith("ok, leading")).isPresent();
  }

  /** Returns the processor time of all its threads so far. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Returns the most memory that the process has had resident so far, in MiB. */
  public long residentMebibytes() {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends SIGTERM; answers how long the process took to end. */
  public Duration terminate() throws InterruptedException {
    Instant asked = Instant.now();
    process.destroy();
    process.waitFor(30, TimeUnit.SECONDS);
    return Duration.between(asked, Instant.now());
  }

  /** Returns true when it has ended by itself within that time. */
  boolean endsWithin(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  int exitCode() {
    return process.exitValue();
  }

  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  /** Sends a signal, as {@code STOP}. */
  public void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
