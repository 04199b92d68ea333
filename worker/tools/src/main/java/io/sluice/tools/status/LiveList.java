package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.status.RolloutWatch.Change;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Follows the rollouts of a namespace, or of all, until Ctrl-C.
 *
 * <p>A rollout whose row is the same as before is not reported again; that the hub does not answer,
 * or no worker leads, is, once.
 */
final class LiveList {
  private static final Duration TICK = Duration.ofMillis(200);

  private final BlockingQueue<Change<Optional<RolloutSummary>>> changes =
      new LinkedBlockingQueue<>();
  private final Map<String, Object> shown = new HashMap<>();
  private final Set<String> unfinished = new HashSet<>();
  private final LeaderCheck leader;
  private final Consumer<RolloutSummary> printer;
  private final RolloutTable rows;
  private final PrintWriter err;
  private Optional<String> reported = Optional.empty();

  /**
   * Prepares it.
   *
   * @param rows decides whether two versions of a rollout look the same
   * @param printer is called for every change
   */
  LiveList(
      RolloutTable rows, LeaderCheck leader, Consumer<RolloutSummary> printer, PrintWriter err) {
    this.rows = requireNonNull(rows, "rows is null");
    this.leader = requireNonNull(leader, "leader is null");
    this.printer = requireNonNull(printer, "printer is null");
    this.err = requireNonNull(err, "err is null");
  }

  /**
   * Follows them.
   *
   * @param listed those that are shown already
   * @throws RuntimeException if they cannot be followed any more, and that will not pass
   */
  int run(
      KubernetesClient client,
      Optional<String> namespace,
      List<RolloutSummary> listed,
      ShutdownSignal signal) {
    listed.forEach(
        summary -> {
          shown.put(key(summary), rows.content(summary));
          note(summary, false);
        });
    try (RolloutWatch<Optional<RolloutSummary>> watch =
        RolloutWatch.start(
            client,
            namespace,
            rollout -> RolloutSummary.of(rollout, Instant.now()),
            change -> change.ifPresent(changes::add))) {
      while (!signal.comes(TICK)) {
        List<Change<Optional<RolloutSummary>>> arrived = new ArrayList<>();
        changes.drainTo(arrived);
        arrived.forEach(this::show);
        report(watch.problem().or(this::noLeader));
        watch
            .end()
            .ifPresent(
                why -> {
                  throw why;
                });
      }
    }
    return ExitCodes.STOPPED;
  }

  private void show(Change<Optional<RolloutSummary>> change) {
    change
        .value()
        .ifPresent(
            summary -> {
              note(summary, change.deleted());
              show(change.deleted() ? summary.deleted() : summary);
            });
  }

  private void show(RolloutSummary summary) {
    Object content = rows.content(summary);
    if (!content.equals(shown.put(key(summary), content))) {
      printer.accept(summary);
    }
  }

  private void note(RolloutSummary summary, boolean deleted) {
    if (summary.needsWorker() && !deleted) {
      unfinished.add(key(summary));
    } else {
      unfinished.remove(key(summary));
    }
  }

  private Optional<String> noLeader() {
    return unfinished.isEmpty() ? Optional.empty() : leader.recent(Instant.now());
  }

  private void report(Optional<String> problem) {
    if (reported.isEmpty()) {
      problem.ifPresent(err::println);
      err.flush();
    }
    reported = problem;
  }

  private static String key(RolloutSummary summary) {
    return summary.target().namespace() + "/" + summary.target().rolloutName();
  }
}
