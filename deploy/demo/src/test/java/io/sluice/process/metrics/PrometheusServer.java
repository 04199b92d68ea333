package io.sluice.process.metrics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs a Prometheus server, as Debian packages it, on a free port. */
public final class PrometheusServer implements AutoCloseable {
  private static final Pattern LISTENS = Pattern.compile("msg=\"Listening on\" address=(\\S+)");
  private static final long START_SECONDS = 60;
  private static final long END_SECONDS = 20;

  private final Process process;
  private final String url;

  private PrometheusServer(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts a server.
   *
   * @param folder where it keeps its data, and finds the files that its configuration names
   * @param configuration as YAML
   */
  public static PrometheusServer start(Path folder, String configuration) throws Exception {
    Path file = Files.writeString(folder.resolve("prometheus.yml"), configuration);
    Process process = launch(folder, file);
    BlockingQueue<String> addresses = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(process, addresses), "prometheus-log");
    reader.setDaemon(true);
    reader.start();
    String address = addresses.poll(START_SECONDS, TimeUnit.SECONDS);
    if (address == null) {
      process.destroyForcibly();
      throw new IllegalStateException(
          "Cannot start Prometheus with %s: it does not listen within %d s. Run it by hand."
              .formatted(file, START_SECONDS));
    }
    return new PrometheusServer(process, "http://" + address);
  }

  private static Process launch(Path folder, Path configuration) throws IOException {
    try {
      return new ProcessBuilder(
              List.of(
                  "prometheus",
                  "--config.file=" + configuration,
                  "--storage.tsdb.path=" + folder.resolve("data"),
                  "--web.listen-address=127.0.0.1:0"))
          .redirectErrorStream(true)
          .start();
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot start Prometheus: %s. Install Debian's package prometheus."
              .formatted(e.getMessage()),
          e);
    }
  }

  private static void read(Process process, BlockingQueue<String> addresses) {
    try (BufferedReader log = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = log.readLine(); line != null; line = log.readLine()) {
        Matcher listens = LISTENS.matcher(line);
        if (listens.find()) {
          addresses.add(listens.group(1));
        }
      }
    } catch (IOException e) {
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Returns its URL, without a path. */
  public String url() {
    return url;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
