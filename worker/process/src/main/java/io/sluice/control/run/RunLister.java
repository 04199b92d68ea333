package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.control.queue.FullPass;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.policy.RolloutTarget;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Looks at all open runs when a process begins to lead, and every hour: their object may have gone
 * while no process led, or while Temporal was away (rollout-strategy 5, "Deletion").
 *
 * @param <N> what the runs roll out
 */
public final class RunLister<N extends RolloutTarget> implements AutoCloseable {
  private static final Duration EVERY = Duration.ofHours(1);

  private final Runs runs;
  private final OrphanedRuns orphans;
  private final Function<String, Optional<N>> targets;
  private final Consumer<N> look;
  private final FullPass lists;

  /**
   * Creates it; {@link #start} starts it.
   *
   * @param targets finds what has this path; empty: it is none of these
   * @param look has the run of a target looked at
   */
  public RunLister(
      Runs runs,
      OrphanedRuns orphans,
      Function<String, Optional<N>> targets,
      Consumer<N> look,
      String name,
      ProcessTime time) {
    this.runs = requireNonNull(runs, "runs is null");
    this.orphans = requireNonNull(orphans, "orphans is null");
    this.targets = requireNonNull(targets, "targets is null");
    this.look = requireNonNull(look, "look is null");
    this.lists = new FullPass(name, EVERY, this::list, time);
  }

  public void start() {
    lists.ask();
  }

  /** Returns what is measured of its queue. */
  public QueueStatistics statistics() {
    return lists.statistics();
  }

  /** Looks at the run of a target, which may be open. */
  public void look(N target) {
    orphans.expect(target);
    look.accept(target);
  }

  private void list() {
    runs.listOpen().stream().flatMap(path -> targets.apply(path).stream()).forEach(this::look);
  }

  @Override
  public void close() {
    lists.close();
  }
}
