package io.sluice.bench;

import io.sluice.process.WorkerJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/**
 * Holds what all rows share: servers, spokes, the table.
 *
 * @param java options of the workers' JVMs
 */
record Bench(BenchHub hub, BenchSpokes spokes, BenchTable table, Path folder, List<String> java) {
  private static final AtomicInteger WORKERS = new AtomicInteger();
  private static final Duration LONG = Duration.ofMinutes(2);

  /** Starts a worker of its own, with no soak, and waits until it leads and is quiet. */
  WorkerJvm worker(String... more) {
    WorkerJvm worker = starting(more);
    Awaitility.await().atMost(LONG).until(worker::leads);
    Meter.awaitQuiet(worker);
    return worker;
  }

  /** Starts a worker beside others, and waits until it polls; the first leads. */
  WorkerJvm follower(boolean first) {
    WorkerJvm worker = starting();
    Awaitility.await()
        .atMost(LONG)
        .until(() -> first ? worker.leads() : worker.ready().isPresent());
    Meter.awaitQuiet(worker);
    return worker;
  }

  /** Starts a worker, and does not wait. */
  WorkerJvm starting(String... more) {
    List<String> options = new ArrayList<>(List.of("--soak-floor", "0s"));
    options.addAll(List.of(more));
    return WorkerJvm.start(
        java,
        hub.servers(),
        folder.resolve("worker-" + WORKERS.incrementAndGet() + ".log"),
        options.toArray(String[]::new));
  }
}
