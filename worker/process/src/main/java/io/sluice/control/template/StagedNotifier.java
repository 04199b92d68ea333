package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.connection.ConnectionFailure;
import io.sluice.control.run.Absences;
import io.sluice.control.run.FleetNotifier;
import io.sluice.control.run.Presence;
import io.sluice.control.run.RunKey;
import io.sluice.control.run.RunSignals;
import io.sluice.control.run.Runs;
import io.sluice.control.run.VerdictBatcher;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.template.BindingClusters;
import io.sluice.hub.template.BindingContext;
import io.sluice.policy.BindingName;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.template.work.WorkState;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Notifies the open runs of bindings: that the binding, its clusters or the Rollout's spec changed,
 * and what Works report.
 *
 * <p>Level-triggered: what a run was sent is remembered by its chain, so that a run that is started
 * again is sent everything (rollout-strategy 3.2, "Due"), and what no run got is sent again.
 */
final class StagedNotifier {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Runs runs;
  private final RunSignals signals;
  private final FleetNotifier departures;
  private final LiveBindings live;
  private final Map<BindingName, Sent> sent = new ConcurrentHashMap<>();

  /**
   * Creates a notifier.
   *
   * @param absences measures the grace of members that leave: also a label that is wrong for a
   *     moment takes a cluster out of a policy. A policy that is edited begins another attempt,
   *     which knows no grace
   * @param live reads live which clusters are selected
   */
  StagedNotifier(Runs runs, Absences absences, LiveBindings live) {
    this.runs = requireNonNull(runs, "runs is null");
    this.signals = new RunSignals(runs);
    this.departures = new FleetNotifier(runs, absences);
    this.live = requireNonNull(live, "live is null");
  }

  /** The verdicts that a run was sent, and with what it was compared. */
  private static final class Sent {
    final RunKey run;
    final VerdictBatcher verdicts;
    LedgerComparison compared = LedgerComparison.NONE;

    Sent(RunKey run) {
      this.run = run;
      this.verdicts = new VerdictBatcher(run.attempt());
    }
  }

  /**
   * Sends what the run of a binding does not know yet.
   *
   * @return when to send more; empty: when something changes
   */
  Optional<Instant> update(BindingContext context, RolloutRecord record, Instant now) {
    try {
      return send(context, record, now);
    } catch (RuntimeException e) {
      if (!ConnectionFailure.temporalUnreachable(e)) {
        throw e;
      }
      return Optional.of(now.plus(RETRY));
    }
  }

  private Optional<Instant> send(BindingContext context, RolloutRecord record, Instant now) {
    BindingName name = context.name();
    Optional<RunKey> run = signals.find(name, record.rolloutUid(), record.attempt(), now);
    if (run.isEmpty()
        || !signals.send(name, run.get(), context.view(HubSnapshot.ClaimState.HELD))) {
      return Optional.of(now.plus(RETRY));
    }
    // What a Temporal that cannot be reached did not take is kept for the next time.
    Sent told =
        sent.compute(
            name,
            (any, known) ->
                known != null && known.run.equals(run.get()) ? known : new Sent(run.get()));
    VerdictBatcher verdicts = told.verdicts;
    offer(context, record, verdicts, now);
    verdicts
        .deliver(now, reports -> runs.report(name, run.get().attemptKey(), reports))
        .filter(received -> !received)
        .ifPresent(lost -> signals.lost(name));
    if (!now.isBefore(told.compared.next())) {
      compare(context, told, now);
      offer(context, record, verdicts, now);
    }
    Instant next = departures.update(name, run.get(), selection(context), now);
    return Stream.of(Optional.of(next), Optional.of(told.compared.next()), verdicts.dueAt())
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /**
   * Lets Works that vanished be reported once more every minute, as the run may have been writing
   * them at that moment, and those that vanished unseen.
   */
  private void compare(BindingContext context, Sent told, Instant now) {
    told.compared =
        told.compared.with(runs.ledger(context.name()), context.clusters().works().keySet(), now);
    told.verdicts.repeatGone();
    told.verdicts.expect(told.compared.gone());
  }

  private FleetNotifier.Selection selection(BindingContext context) {
    BindingClusters clusters = context.clusters();
    return new FleetNotifier.Selection(
        Set.copyOf(clusters.target()),
        cluster -> presence(clusters, cluster),
        () -> live.unselected(context.name()),
        UndoneRepairs.NONE);
  }

  private static Presence presence(BindingClusters clusters, String cluster) {
    if (!clusters.managed(cluster)) {
      return Presence.GONE;
    }
    return clusters.unreachable(cluster) ? Presence.OUT_OF_REACH : Presence.AVAILABLE;
  }

  private static void offer(
      BindingContext context, RolloutRecord record, VerdictBatcher verdicts, Instant now) {
    for (String cluster : context.clusters().target()) {
      Optional<WorkState> work = Optional.ofNullable(context.clusters().works().get(cluster));
      boolean own =
          work.flatMap(WorkState::dispatch)
              .filter(
                  given -> given.is(record.rolloutUid(), record.attempt(), Dispatch.As.DISPATCHED))
              .isPresent();
      if (work.isPresent() || verdicts.dispatched(cluster)) {
        verdicts.offer(context.clusters().report(cluster, work, now), own);
      }
    }
  }

  /**
   * Has the run of a binding look again: its Rollout object is gone. {@link StagedRunMonitor}
   * repeats that until it has closed.
   */
  void withdrawn(BindingName name) {
    forget(name);
    try {
      runs.signal(name, PolicyRolloutWorkflow.POLICY_CHANGED);
    } catch (RuntimeException e) {
      if (!ConnectionFailure.temporalUnreachable(e)) {
        throw e;
      }
    }
  }

  void forget(BindingName name) {
    departures.forget(name);
    signals.forget(name);
    sent.remove(name);
  }
}
