package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.schedule.ScheduleTimes.Course;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Signals open runs what changed on the hub since their last signal.
 *
 * <p>Level-triggered: what a run was sent is remembered by its chain, so that a run that is started
 * again is signalled anew, and what no run got is sent again. A run that is seen for the first time
 * always gets a signal, so that no change between the run's own first look and this one is lost.
 */
public final class RunSignals {
  private final Runs runs;
  private final OpenRunFinder open;
  private final Map<RolloutTarget, Told> told = new ConcurrentHashMap<>();

  /** The state of the hub at the last signal to a run. */
  private record Told(RunKey run, HubSnapshot hub) {}

  public RunSignals(Runs runs) {
    this.runs = requireNonNull(runs, "runs is null");
    this.open = new OpenRunFinder(runs);
  }

  /**
   * Returns the open run of an attempt; empty when none is open.
   *
   * @throws RuntimeException when Temporal cannot be reached
   */
  public Optional<RunKey> find(RolloutTarget name, String rolloutUid, long attempt, Instant now) {
    return open.find(name, rolloutUid, attempt, now);
  }

  /** Returns whether this run was sent nothing yet. */
  public boolean first(RolloutTarget name, RunKey run) {
    return before(name, run).isEmpty();
  }

  private Optional<HubSnapshot> before(RolloutTarget name, RunKey run) {
    return Optional.ofNullable(told.get(name))
        .filter(known -> known.run().equals(run))
        .map(Told::hub);
  }

  /** Signals a run what changed, if anything did; false when it must know, and no run got it. */
  public boolean send(RolloutTarget name, RunKey run, HubSnapshot now) {
    Optional<HubSnapshot> before = before(name, run);
    // Every signal makes the run read the hub anew, so one is enough: that of the main change.
    Optional<String> signal =
        before.isEmpty()
            ? Optional.of(PolicyRolloutWorkflow.POLICY_CHANGED)
            : signal(before.get(), now);
    if (signal.isPresent() && !runs.signal(name, signal.get())) {
      lost(name);
      return false;
    }
    told.put(name, new Told(run, now));
    return true;
  }

  private static Optional<String> signal(HubSnapshot before, HubSnapshot now) {
    if (!before.root().equals(now.root()) || !before.refusal().equals(now.refusal())) {
      return Optional.of(PolicyRolloutWorkflow.POLICY_CHANGED);
    }
    if (!before.intent().equals(now.intent()) || !covered(before).equals(covered(now))) {
      return Optional.of(PolicyRolloutWorkflow.ROLLOUT_CHANGED);
    }
    return same(before.fleet(), now.fleet()) && before.silentSince().equals(now.silentSince())
        ? Optional.empty()
        : Optional.of(PolicyRolloutWorkflow.FLEET_CHANGED);
  }

  /**
   * Returns which clusters have the same times, whom they let pass, and by which calendars: what
   * the times are changes with each evaluation, and with the settings, which the generation of the
   * intent shows.
   */
  private static Object covered(HubSnapshot hub) {
    return hub.schedule()
        .map(
            times ->
                List.of(
                    times.courses().stream().map(Course::clusters).toList(),
                    times.ignored(),
                    times.calendars()));
  }

  /** Ignores clusters that got their first replica: the run itself wrote it. */
  private static boolean same(FleetView before, FleetView now) {
    return Set.copyOf(before.withoutReplica()).containsAll(now.withoutReplica())
        && before.replicated().equals(now.replicated());
  }

  /** Has Temporal asked anew for the run: no run got a message. */
  public void lost(RolloutTarget name) {
    open.forget(name);
  }

  /** Forgets what the run was sent: it has ended. */
  public void forget(RolloutTarget name) {
    open.forget(name);
    told.remove(name);
  }
}
