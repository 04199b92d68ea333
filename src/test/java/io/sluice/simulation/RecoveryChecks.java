package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares a recovered attempt with its lost run (rollout-strategy 3.2, "Lost state"). */
final class RecoveryChecks {
  private final AttemptLog log;
  private final ModelHub hub;
  private final AttemptState state;
  private final ModelRollout object;
  private final Map<String, ClusterState> entries = new HashMap<>();

  private RecoveryChecks(AttemptLog log, ModelHub hub, AttemptState state, ModelRollout object) {
    this.log = log;
    this.hub = hub;
    this.state = state;
    this.object = object;
    state.clusters().forEach(entry -> entries.put(entry.cluster(), entry));
  }

  static void of(AttemptLog log, ModelHub hub, AttemptState state, ModelRollout object) {
    RecoveryChecks checks = new RecoveryChecks(log, hub, state, object);
    checks.reported();
    hub.replicas().forEach(checks::dispatch);
    state.clusters().forEach(checks::entry);
  }

  /** Checks that a final cluster of a small rollout was final in the former attempt. */
  static void carriedOver(AttemptLog former, AttemptState state) {
    for (ClusterState entry : state.clusters()) {
      ClusterLog known = former.clusters.get(entry.cluster());
      // A leaving cluster took no part; when it returns, it has its former content.
      boolean tookPart =
          former.last.filter(view -> view.groupOf.containsKey(entry.cluster())).isPresent();
      boolean asBefore =
          known == null ? !tookPart : known.stage == entry.stage() || known.everIgnored;
      Invariant.I5.holds(
          asBefore,
          () ->
              "%s is carried over, it was %s"
                  .formatted(entry, known == null ? "not started" : known.stage));
    }
  }

  private void reported() {
    Invariant.LOST_STATE.holds(
        state.outcome().equals(object.outcome),
        () -> "the outcome was %s, is %s".formatted(object.outcome, state.outcome()));
    object.reported.ifPresent(
        last -> {
          Invariant.LOST_STATE.holds(
              last.paused() == state.requests().paused(), () -> "the pause was forgotten");
          long signals =
              last.approvals().stream().filter(given -> given.how().equals("Signal")).count();
          Invariant.LOST_STATE.holds(
              signals == state.requests().approvals().size(), () -> "approvals were forgotten");
          last.exceptions().forEach(this::exception);
        });
  }

  private void exception(ClusterIssue entry) {
    boolean failed = entry.status().equals("Failed") || entry.status().equals("TimeOut");
    boolean cutOff =
        entry.reason() == ClusterIssue.IssueReason.UNREACHABLE
            && entry.status().equals("Progressing")
            && hub.replica(entry.cluster()).isEmpty();
    Invariant.LOST_STATE.holds(
        !cutOff || entries.containsKey(entry.cluster()),
        () -> "%s was reported, now it is not started".formatted(entry));
    if (!failed || hub.fleet().incoherent()) {
      return;
    }
    ClusterState now = entries.get(entry.cluster());
    Invariant.LOST_STATE.holds(
        now != null && StepView.failure(now.stage()),
        () -> "%s was reported, now it is %s".formatted(entry, now));
  }

  /** Checks that no cluster is written twice, and no deadline moves. */
  private void dispatch(String cluster, ModelReplica replica) {
    Optional<Dispatch> own = dispatchedHere(Optional.of(replica));
    if (own.isEmpty() || !hub.fleet().selects(cluster) || hub.fleet().incoherent()) {
      return;
    }
    ClusterState entry = entries.get(cluster);
    Invariant.LOST_STATE.holds(
        entry != null && Instant.ofEpochMilli(entry.dispatched()).equals(own.get().at()),
        () -> "%s was dispatched as %s, is %s".formatted(cluster, own.get(), entry));
    Optional<Instant> first =
        Optional.ofNullable(log.clusters.get(cluster))
            .filter(known -> !known.trusted)
            .flatMap(known -> known.dispatched);
    Invariant.LOST_STATE.holds(
        first.isEmpty() || !own.get().at().isAfter(first.get()),
        () -> "%s was first dispatched at %s, now %s".formatted(cluster, first, own.get()));
  }

  private Optional<Dispatch> dispatchedHere(Optional<ModelReplica> replica) {
    return replica
        .flatMap(ModelReplica::dispatch)
        .filter(given -> given.rolloutUid().equals(state.spec().rolloutUid()))
        .filter(given -> given.as() == Dispatch.As.DISPATCHED);
  }

  /** Checks that each recovered start, success or failure had happened before. */
  private void entry(ClusterState entry) {
    ClusterLog known = log.clusters.get(entry.cluster());
    boolean dispatched = dispatchedHere(hub.replica(entry.cluster())).isPresent();
    Invariant.LOST_STATE.holds(
        known != null || dispatched || moved(entry), () -> "%s was never started".formatted(entry));
    if (known == null) {
      return;
    }
    Invariant.LOST_STATE.holds(
        entry.stage() != Stage.SUCCEEDED || known.stage == Stage.SUCCEEDED || moved(entry),
        () -> "%s was %s".formatted(entry, known.stage));
    boolean asReported = known.stage == entry.stage() || log.left.contains(entry.cluster());
    Invariant.LOST_STATE.holds(
        !StepView.failure(entry.stage()) || asReported,
        () -> "%s was %s".formatted(entry, known.stage));
  }

  /**
   * A reported status counts the clusters of a group without names, so a cluster that replaced
   * another one is taken for it. One that left and returned since is taken for what it was.
   */
  private boolean moved(ClusterState entry) {
    GroupKey group = state.groups().get(entry.group());
    return log.left.contains(entry.cluster())
        || !log.reported.getOrDefault(group, Set.of()).contains(entry.cluster());
  }
}
