package io.sluice.transcript;

import io.sluice.lifecycle.DueDecision;
import io.sluice.lifecycle.DueInput;
import io.sluice.lifecycle.Newcomers;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Counts;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.status.EndedAttemptStatus;
import io.sluice.status.IdleStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Sees after an attempt that has ended: who joined since, and what is told of it now. */
final class EndedAttemptUpdater {
  private final ScenarioHub hub;
  private final ScenarioRollout object;
  private final HubStateReader told;
  private final Consumer<String> words;

  EndedAttemptUpdater(ScenarioHub hub, HubStateReader told, Consumer<String> words) {
    this.hub = hub;
    this.object = hub.rollout.orElseThrow();
    this.told = told;
    this.words = words;
  }

  List<String> newcomers() {
    if (hub.mode == PendingMode.KEEP_PREVIOUS || object.told.isEmpty()) {
      return List.of();
    }
    return Newcomers.of(
        hub.fleet(),
        told.replicas(),
        object.generation,
        replica -> replica.contentHash().equals(hub.version().contentHash()),
        object.told.get().exceptions().stream()
            .map(ClusterIssue::cluster)
            .collect(Collectors.toSet()),
        true);
  }

  /** Rollout-strategy 3.7: in mode K a version directly, in mode I the present one as inform. */
  void provide(Instant now) {
    boolean inform = hub.mode == PendingMode.INFORM && !hub.atOnce();
    Optional<Long> version =
        inform || hub.atOnce() ? Optional.of(object.generation) : object.lastSuccessful;
    if (hub.mode == PendingMode.BESIDE || version.isEmpty()) {
      return;
    }
    for (String cluster : hub.clusters()) {
      if (!hub.replicas.containsKey(cluster)) {
        hub.give(
            cluster,
            version.get(),
            !inform,
            object.rolloutUid,
            object.attempt,
            inform ? Dispatch.As.PENDING : Dispatch.As.NEWCOMER,
            now);
        words.accept(
            "give %s v%d%s: it joined after the end"
                .formatted(cluster, version.get(), inform ? " as inform" : ""));
      }
    }
  }

  /** Writes to the Rollout's status what is to be told between two attempts. */
  void tell(DueInput facts, DueDecision due, Instant now) {
    if (object.told.isEmpty()) {
      return;
    }
    Progress last = object.told.get();
    Counts counts = last.counts();
    IdleStatus between =
        IdleStatus.of(
            facts,
            due,
            new IdleStatus.Last(
                object.record(),
                counts.toApply() + counts.progressing() + counts.soaking(),
                counts.clusters() - counts.toApply() - counts.newCluster(),
                Optional.of(last.phase().label()),
                Optional.of(last.waitingFor())));
    EndedAttemptStatus after =
        EndedAttemptStatus.of(
            new EndedAttemptStatus.Told(
                object.rolloutUid, last.endedAt().orElseThrow(), last.groups(), last.exceptions()),
            hub.fleet(),
            told.replicas(),
            replica ->
                replica.contentHash().equals(hub.version().contentHash())
                    && hub.replicas.get(replica.cluster()).verdict() == Verdict.POSITIVE,
            now);
    object.told = Optional.of(told(last, between, after));
  }

  private static Progress told(Progress last, IdleStatus between, EndedAttemptStatus after) {
    Phase phase = between.phase();
    return new Progress(
        between.rolloutStatus(),
        phase,
        last.outcome(),
        between.waitingFor(),
        last.startedAt(),
        last.endedAt(),
        last.nextCheckAt(),
        after.groups(),
        after.counts(),
        last.confirmed(),
        last.weak(),
        after.exceptions(),
        last.exceptionsOmitted(),
        last.approvals(),
        last.paused());
  }
}
