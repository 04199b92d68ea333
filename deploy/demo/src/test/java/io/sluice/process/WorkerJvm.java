package io.sluice.process;

import io.sluice.devservers.DevServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs {@code sluice worker} from the jar for production, in a JVM of its own. */
public final class WorkerJvm implements AutoCloseable {
  /** Beside three other sets of tests a start from the bare jar took more than 90 s. */
  public static final Duration START = Patience.MOST;

  /** What the chart and the image set for the heap and for each stack. */
  public static final List<String> CHART = List.of("-Xmx256m", "-Xss512k");

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** What a worker prints that takes any free port: nobody else can take that in between. */
  private static final Pattern HEALTH = Pattern.compile("Health on port (\\d+):");

  private final Process process;
  private final Path log;

  /** Workers that follow one another write to one log. */
  private final int begin;

  private OptionalInt healthPort = OptionalInt.empty();

  private WorkerJvm(Process process, Path log, int begin) {
    this.process = process;
    this.log = log;
    this.begin = begin;
  }

  /** Starts one with a worker's rights; Temporal's address comes from the environment. */
  public static WorkerJvm start(DevServers servers, Path log, String... more) {
    return start(servers.workerKubeconfig(), servers.temporalTarget(), log, more);
  }

  /** Starts one with that kubeconfig and address of Temporal. */
  public static WorkerJvm start(Path kubeconfig, String temporal, Path log, String... more) {
    return start(List.of(), kubeconfig, temporal, log, more);
  }

  /** Starts one with these options of the JVM, that kubeconfig and these options of the worker. */
  public static WorkerJvm start(
      List<String> options, Path kubeconfig, DevServers servers, Path log, String... more) {
    return start(options, kubeconfig, servers.temporalTarget(), log, more);
  }

  /** Starts one with these options of the JVM and of the worker. */
  public static WorkerJvm start(
      List<String> options, DevServers servers, Path log, String... more) {
    return start(options, servers.workerKubeconfig(), servers.temporalTarget(), log, more);
  }

  /** Starts that jar, with these variables in its environment, as fast as it can. */
  public static WorkerJvm start(
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
            "0"));
    command.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("TEMPORAL_"));
    builder.environment().put("TEMPORAL_ADDRESS", temporal);
    builder.environment().putAll(environment);
    return start(builder, log);
  }

  /**
   * Starts one by that command, which has it answer on any free port, with no other environment.
   */
  public static WorkerJvm start(List<String> command, Map<String, String> environment, Path log) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
    builder.environment().putAll(environment);
    return start(builder, log);
  }

  private static WorkerJvm start(ProcessBuilder builder, Path log) {
    try {
      int begin = Files.exists(log) ? read(log).length() : 0;
      Process process =
          builder
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new WorkerJvm(process, log, begin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the jar for production, which must have been built. */
  public static Path jar() {
    Path jar = Path.of(System.getProperty("sluice.jar", "../../worker/tools/target/sluice.jar"));
    if (!Files.exists(jar)) {
      throw new IllegalStateException(
          "Cannot start a worker: there is no %s. Build it with mvn package.".formatted(jar));
    }
    return jar;
  }

  /** Returns the body of {@code /readyz}; empty unless it is ready. */
  public Optional<String> ready() {
    return readiness().filter(answer -> answer.statusCode() == 200).map(WorkerJvm::body);
  }

  /** Returns why {@code /readyz} says that it is not ready; empty while it is, or is silent. */
  public String notReady() {
    return readiness().filter(answer -> answer.statusCode() != 200).map(WorkerJvm::body).orElse("");
  }

  /** Returns what it exports; empty while it does not answer. */
  public String metrics() {
    return ask("/metrics").map(HttpResponse::body).orElse("");
  }

  private Optional<HttpResponse<String>> readiness() {
    return ask("/readyz");
  }

  /** Returns where it answers; empty until it has said so. */
  public synchronized OptionalInt healthPort() {
    if (healthPort.isEmpty()) {
      Matcher said = HEALTH.matcher(output().substring(begin));
      if (said.find()) {
        healthPort = OptionalInt.of(Integer.parseInt(said.group(1)));
      }
    }
    return healthPort;
  }

  private Optional<HttpResponse<String>> ask(String path) {
    OptionalInt port = healthPort();
    if (port.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          HTTP.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.getAsInt() + path))
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

  /** Returns whether the process that was started has not ended. */
  public boolean lives() {
    return process.isAlive();
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
    endsWithin(Patience.MOST);
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
    process.destroyForcibly().waitFor(Patience.MOST.toSeconds(), TimeUnit.SECONDS);
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
      return read(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last character may be half written. */
  private static String read(Path log) throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
