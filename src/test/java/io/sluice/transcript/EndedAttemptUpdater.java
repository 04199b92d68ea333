package io.sluice.transcript;

import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Counts;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.Newcomers;
import io.sluice.status.EndedAttemptStatus;
import io.sluice.status.EndedCluster;
import io.sluice.status.IdleStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Serves clusters that join after the end of an attempt, and updates its reported status. */
final class EndedAttemptUpdater {
  private final ScenarioHub hub;
  private final ScenarioRollout object;
  private final HubStateReader reader;
  private final Consumer<String> log;

  EndedAttemptUpdater(ScenarioHub hub, HubStateReader reader, Consumer<String> log) {
    this.hub = hub;
    this.object = hub.rollout.orElseThrow();
    this.reader = reader;
    this.log = log;
  }

  List<String> newcomers() {
    if (hub.mode == PendingMode.KEEP_PREVIOUS || object.reported.isEmpty()) {
      return List.of();
    }
    return Newcomers.of(
            hub.fleet(),
            reader.replicas(),
            object.generation,
            replica -> replica.contentHash().equals(hub.version().contentHash()),
            object.reported.get().exceptions().stream()
                .map(ClusterIssue::cluster)
                .collect(Collectors.toSet()),
            cluster -> false)
        .joined();
  }

  /**
   * Writes to clusters that joined (rollout-strategy 3.7): with {@code KeepPrevious} a version,
   * with {@code Inform} the current one as inform.
   */
  void provide(Instant now) {
    boolean inform = hub.mode == PendingMode.INFORM && !hub.atOnce();
    Optional<Long> version =
        inform || hub.atOnce() ? Optional.of(object.generation) : object.lastSuccessful;
    if (hub.mode == PendingMode.BESIDE || version.isEmpty()) {
      return;
    }
    for (String cluster : hub.clusters()) {
      if (!hub.replicas.containsKey(cluster)) {
        hub.write(
            cluster,
            version.get(),
            !inform,
            object.rolloutUid,
            object.attempt,
            inform ? Dispatch.As.PENDING : Dispatch.As.NEWCOMER,
            now);
        log.accept(
            "give %s v%d%s: it joined after the end"
                .formatted(cluster, version.get(), inform ? " as inform" : ""));
      }
    }
  }

  /** Updates the Rollout's status between two attempts. */
  void report(DueInput input, DueDecision due, Instant now) {
    if (object.reported.isEmpty()) {
      return;
    }
    Progress last = object.reported.get();
    Counts counts = last.counts();
    IdleStatus idle =
        IdleStatus.of(
            input,
            due,
            new IdleStatus.LastAttempt(
                object.record(),
                counts.toApply() + counts.progressing() + counts.soaking(),
                counts.clusters() - counts.toApply() - counts.newCluster(),
                Optional.of(last.phase().label()),
                Optional.of(last.waitingFor())));
    EndedAttemptStatus ended =
        EndedAttemptStatus.of(
            new EndedAttemptStatus.Reported(
                object.rolloutUid,
                last.endedAt().orElseThrow(),
                last.groups(),
                last.exceptions(),
                last.exceptionsOmitted()),
            hub.fleet(),
            new PolicyName("policies", "web"),
            reader.replicas().stream().map(this::ended).toList(),
            now);
    object.reported = Optional.of(progress(last, idle, ended));
  }

  private EndedCluster ended(Replica replica) {
    return new EndedCluster(
        replica.cluster(),
        replica.dispatch(),
        replica.contentHash().equals(hub.version().contentHash())
            ? hub.replicas.get(replica.cluster()).verdict()
            : Verdict.SILENT);
  }

  private static Progress progress(Progress last, IdleStatus idle, EndedAttemptStatus ended) {
    Phase phase = idle.phase();
    return new Progress(
        idle.rolloutStatus(),
        phase,
        last.outcome(),
        idle.waitingFor(),
        last.startedAt(),
        last.endedAt(),
        last.nextCheckAt(),
        ended.groups(),
        ended.counts(),
        last.confirmed(),
        last.weak(),
        ended.exceptions(),
        ended.omitted(),
        last.approvals(),
        last.paused());
  }
}
