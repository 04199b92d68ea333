package io.sluice.devservers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts one hub and one Temporal server for all the tests of this JVM, at the first use; they end
 * with it.
 *
 * <p>Missing programs fail the tests; with {@code -Dsluice.real.optional=true} they skip them.
 */
public final class SharedDevServers {
  private static DevServers servers;

  private SharedDevServers() {}

  /** Returns the servers, each of them up. */
  public static synchronized DevServers get() {
    requirePrograms();
    if (servers == null) {
      String name = "real-servers-" + System.getProperty("sluice.fork", "1");
      Path folder = Path.of(System.getProperty("sluice.build", "target"), name);
      clear(folder);
      servers = DevServers.start(folder);
    }
    return servers;
  }

  /** Starts again what a test has ended, and sets it up. */
  public static synchronized void heal() {
    DevServers.up(DevServersOptions.in(get().kubeconfig().getParent()), line -> {});
  }

  /** Removes what Temporal has stored, as a disk that is lost; it must not run. */
  public static synchronized void loseTemporalsDatabase() throws IOException {
    Path database = new DataFolder(get().kubeconfig().getParent()).temporal();
    try (Stream<Path> files = Files.list(database.getParent())) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().startsWith("temporal.db")).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Ends the test here when a program is missing. */
  public static void requirePrograms() {
    Optional<String> missing = missing();
    if (Boolean.getBoolean("sluice.real.optional")) {
      assumeTrue(missing.isEmpty(), () -> "Skipped: " + missing.orElseThrow());
    }
    missing.ifPresent(
        why -> {
          throw new IllegalStateException(why + " Or skip them with -Dsluice.real.optional=true.");
        });
  }

  private static Optional<String> missing() {
    try {
      new Installation(System.getenv(), line -> {}).present();
      return Optional.empty();
    } catch (DevServersException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Removes what a former run left behind, even servers. */
  private static void clear(Path folder) {
    DevServers.of(folder, line -> {}).ifPresent(DevServers::down);
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot clear " + folder, e);
    }
  }
}
