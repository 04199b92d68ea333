package io.sluice.simulation;

import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Checks the transitions of each cluster: I5, I6, I7 and I9, from what reached the attempt. */
final class EvidenceChecks {
  private final StepView view;
  private final CoverageCounter coverage;

  private EvidenceChecks(StepView view, CoverageCounter coverage) {
    this.view = view;
    this.coverage = coverage;
  }

  /** Checks every cluster, and logs its stage. */
  static void of(StepView view, CoverageCounter coverage) {
    EvidenceChecks checks = new EvidenceChecks(view, coverage);
    for (ClusterState entry : view.entries.values()) {
      ClusterLog log = view.log.clusters.get(entry.cluster());
      if (view.starts.contains(entry.cluster())) {
        coverage.saw(CoverageItem.STARTED);
        log.started = view.now;
      }
      log.everIgnored |= view.ignored(entry.cluster());
      if (view.hub.fleet().incoherent().isEmpty()) {
        log.unselected = view.absent(entry.cluster());
      }
      checks.check(entry, log);
      log.stage = entry.stage();
    }
  }

  private void check(ClusterState entry, ClusterLog log) {
    Stage former = log.stage;
    Stage next = entry.stage();
    Invariant.I9.holds(
        !former.isFinal() || next == former,
        () -> "%s was %s and is %s".formatted(entry.cluster(), former, next));
    if (next == Stage.SOAKING || next == Stage.SUCCEEDED) {
      success(entry, log);
    }
    if (StepView.failure(next) && !StepView.failure(former)) {
      failure(entry, log);
    }
    log.seenAway |= view.absent(entry.cluster());
    clocks(entry, log);
    if (entry.is(ClusterFlag.UNCONFIRMED)
        && next == Stage.SOAKING
        && !Instant.ofEpochMilli(entry.since())
            .plus(view.log.soak(entry.is(ClusterFlag.WEAK)))
            .isAfter(view.now)) {
      coverage.saw(CoverageItem.AWAY_AFTER_SOAK);
    }
    if (former != next) {
      count(former, next, entry, log);
      if (next == Stage.SOAKING && !entry.is(ClusterFlag.OBSERVED)) {
        // If the soak is discarded by a report that was held up, it is looked at anew.
        log.lastLook = Instant.MIN;
      }
    }
  }

  private void success(ClusterState entry, ClusterLog log) {
    if (log.trusted || entry.stage() == Stage.SUCCEEDED && log.stage == Stage.SUCCEEDED) {
      return;
    }
    Invariant.I5.holds(log.dispatched.isPresent(), () -> entry.cluster() + " was never dispatched");
    // Its soak may have been over before: it does not end unseen while nothing selects its cluster.
    boolean soaked = entry.stage() == Stage.SUCCEEDED || log.unselected;
    Invariant.I5.holds(
        log.hasPositive(soaked), () -> "%s succeeds on %s".formatted(entry.cluster(), log.reports));
    if (entry.stage() == Stage.SUCCEEDED && log.stage != entry.stage() && !log.everIgnored) {
      Duration soak = view.log.soak(false);
      Duration weak = view.log.soak(true);
      Invariant.I6.holds(
          log.soaked(soak, weak, view.now),
          () ->
              "%s is final after less than %s (weak %s) at %s: %s"
                  .formatted(entry.cluster(), soak, weak, view.now, log.reports));
    }
  }

  private void failure(ClusterState entry, ClusterLog log) {
    String cluster = entry.cluster();
    Invariant.I7.holds(view.log.deadline().isPresent(), () -> cluster + " has no deadline");
    Optional<Instant> expiry = log.expiry(view.log.deadline());
    Invariant.I7.holds(expiry.isPresent(), () -> cluster + " has no clock yet");
    Invariant.I7.holds(
        !expiry.get().isAfter(view.now),
        () -> "%s fails at %s, before %s".formatted(cluster, view.now, expiry.get()));
    Invariant.I7.holds(
        !log.lastLook.isBefore(expiry.get()),
        () ->
            "%s was last looked at at %s, not since %s"
                .formatted(cluster, log.lastLook, expiry.get()));
    boolean bad = log.hasNegative();
    boolean allowed = entry.stage() == Stage.FAILED ? bad || log.badBefore : !bad;
    Invariant.I7.holds(
        allowed, () -> "%s is %s after %s".formatted(cluster, entry.stage(), log.reports));
  }

  /** Checks that no cluster waits for a clock that has run out; a skipped one holds nothing up. */
  private void clocks(ClusterState entry, ClusterLog log) {
    if (!view.judges()) {
      return;
    }
    boolean late =
        entry.stage() == Stage.DISPATCHED
            || entry.stage() == Stage.STARTED && log.refused.isPresent();
    Invariant.I7.holds(
        !late || !view.overdue(log) || view.skipped(entry.cluster()),
        () -> "%s is still %s at %s".formatted(entry.cluster(), entry.stage(), view.now));
    Invariant.I6.holds(
        entry.stage() != Stage.SOAKING
            || log.wasAway()
            || entry.next() != 0
            || Instant.ofEpochMilli(entry.since())
                .plus(view.log.soak(true))
                .plus(view.log.soak(false))
                .isAfter(view.now),
        () -> "%s still soaks at %s".formatted(entry, view.now));
  }

  private void count(Stage former, Stage next, ClusterState entry, ClusterLog log) {
    switch (next) {
      case STARTED -> throw new IllegalStateException(entry + " was " + former);
      case DISPATCHED ->
          coverage.saw(former == Stage.SOAKING ? CoverageItem.SOAK_DISCARDED : dispatched(entry));
      case SOAKING -> coverage.saw(CoverageItem.SOAKING);
      case SUCCEEDED -> {
        coverage.saw(CoverageItem.SUCCEEDED_CLUSTER);
        if (log.reports.stream().allMatch(ClusterLog.LoggedReport::weak)) {
          coverage.saw(CoverageItem.WEAK_SUCCESS);
        }
      }
      case FAILED -> coverage.saw(CoverageItem.FAILED_CLUSTER);
      case TIMED_OUT -> coverage.saw(CoverageItem.TIMED_OUT_CLUSTER);
      case NEW_CLUSTER -> throw new IllegalStateException(entry + " in a running attempt");
    }
  }

  private static CoverageItem dispatched(ClusterState entry) {
    return entry.foreign() == 0 ? CoverageItem.WRITTEN : CoverageItem.CARRIED_OVER;
  }
}
