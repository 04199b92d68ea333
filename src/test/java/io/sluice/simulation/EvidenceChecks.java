package io.sluice.simulation;

import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Checks how each cluster moves on: I5, I6, I7 and I9, from what reached the attempt. */
final class EvidenceChecks {
  private final StepView view;
  private final CoverageCounter tally;

  private EvidenceChecks(StepView view, CoverageCounter tally) {
    this.view = view;
    this.tally = tally;
  }

  /** Checks every cluster, and notes where it stands now. */
  static void of(StepView view, CoverageCounter tally) {
    EvidenceChecks checks = new EvidenceChecks(view, tally);
    for (ClusterState entry : view.entries.values()) {
      ClusterLog book = view.book.clusters.get(entry.cluster());
      if (view.starts.contains(entry.cluster())) {
        tally.saw(CoverageItem.STARTED);
        book.started = view.now;
      }
      book.everIgnored |= view.ignored(entry.cluster());
      checks.check(entry, book);
      book.stage = entry.stage();
    }
  }

  private void check(ClusterState entry, ClusterLog book) {
    Stage former = book.stage;
    Stage next = entry.stage();
    Invariant.I9.holds(
        !former.isFinal() || next == former,
        () -> "%s was %s and is %s".formatted(entry.cluster(), former, next));
    if (next == Stage.SOAKING || next == Stage.SUCCEEDED) {
      success(entry, book);
    }
    if (StepView.failure(next) && !StepView.failure(former)) {
      failure(entry, book);
    }
    clocks(entry, book);
    if (former != next) {
      count(former, next, entry, book);
    }
  }

  private void success(ClusterState entry, ClusterLog book) {
    if (book.trusted) {
      return;
    }
    Invariant.I5.holds(
        book.dispatched.isPresent(), () -> entry.cluster() + " was never dispatched");
    Invariant.I5.holds(
        book.heardGood(), () -> "%s succeeds on %s".formatted(entry.cluster(), book.news));
    if (entry.stage() == Stage.SUCCEEDED && book.stage != entry.stage() && !book.everIgnored) {
      Duration soak = view.book.soak(false);
      Duration weak = view.book.soak(true);
      Invariant.I6.holds(
          book.soaked(soak, weak, view.now),
          () ->
              "%s is final after less than %s (weak %s) at %s: %s"
                  .formatted(entry.cluster(), soak, weak, view.now, book.news));
    }
  }

  private void failure(ClusterState entry, ClusterLog book) {
    String cluster = entry.cluster();
    Invariant.I7.holds(view.book.deadline().isPresent(), () -> cluster + " has no deadline");
    Optional<Instant> expiry = book.expiry(view.book.deadline());
    Invariant.I7.holds(expiry.isPresent(), () -> cluster + " has no clock yet");
    Invariant.I7.holds(
        !expiry.get().isAfter(view.now),
        () -> "%s fails at %s, before %s".formatted(cluster, view.now, expiry.get()));
    Invariant.I7.holds(
        !book.lastLook.isBefore(expiry.get()),
        () ->
            "%s was last looked at at %s, not since %s"
                .formatted(cluster, book.lastLook, expiry.get()));
    boolean bad = book.heardBad();
    boolean allowed = entry.stage() == Stage.FAILED ? bad || book.badBefore : !bad;
    Invariant.I7.holds(
        allowed, () -> "%s is %s after %s".formatted(cluster, entry.stage(), book.news));
  }

  /** Nobody waits for a clock that has run out. */
  private void clocks(ClusterState entry, ClusterLog book) {
    if (!view.judges()) {
      return;
    }
    boolean late =
        entry.stage() == Stage.DISPATCHED
            || entry.stage() == Stage.STARTED && book.refused.isPresent();
    Invariant.I7.holds(
        !late || !view.overdue(book),
        () -> "%s is still %s at %s".formatted(entry.cluster(), entry.stage(), view.now));
    Invariant.I6.holds(
        entry.stage() != Stage.SOAKING
            || Instant.ofEpochMilli(entry.since())
                .plus(view.book.soak(true))
                .plus(view.book.soak(false))
                .isAfter(view.now),
        () -> "%s still soaks at %s".formatted(entry, view.now));
  }

  private void count(Stage former, Stage next, ClusterState entry, ClusterLog book) {
    switch (next) {
      case STARTED -> throw new IllegalStateException(entry + " was " + former);
      case DISPATCHED ->
          tally.saw(former == Stage.SOAKING ? CoverageItem.SOAK_DISCARDED : dispatched(entry));
      case SOAKING -> tally.saw(CoverageItem.SOAKING);
      case SUCCEEDED -> {
        tally.saw(CoverageItem.SUCCEEDED_CLUSTER);
        if (book.news.stream().allMatch(ClusterLog.News::weak)) {
          tally.saw(CoverageItem.WEAK_SUCCESS);
        }
      }
      case FAILED -> tally.saw(CoverageItem.FAILED_CLUSTER);
      case TIMED_OUT -> tally.saw(CoverageItem.TIMED_OUT_CLUSTER);
      case NEW_CLUSTER -> throw new IllegalStateException(entry + " in a running attempt");
    }
  }

  private static CoverageItem dispatched(ClusterState entry) {
    return entry.foreign() == 0 ? CoverageItem.WRITTEN : CoverageItem.CARRIED_OVER;
  }
}
