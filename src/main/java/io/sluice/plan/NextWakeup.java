package io.sluice.plan;

import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wakeup;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds the instant at which an attempt has to look again, and formats what it waits for.
 *
 * <p>The text is the summary of a timer in Temporal's timeline, where about 40 characters can be
 * read.
 */
final class NextWakeup {
  private static final int LONGEST_LABEL = 16;

  private final ClusterTracker tracker;
  private final ClusterTimers timers;
  private final Instant now;

  NextWakeup(ClusterTracker tracker, Instant now) {
    this.tracker = tracker;
    this.timers = tracker.timers();
    this.now = now;
  }

  /**
   * Returns the earliest of the six that lies ahead.
   *
   * @param recheckAt when the selection may change (rollout-strategy F12)
   * @param provideAt when what clusters run until their turn is tried again
   * @param scheduleAt when clusters may start that may not now, or the other way round
   * @param checkAt when a check is asked again, or has failed
   * @param approvalAt when recorded approvals begin or cease to count
   */
  Optional<Wakeup> first(
      Optional<Instant> recheckAt,
      Optional<Instant> provideAt,
      Optional<Instant> scheduleAt,
      Optional<Instant> checkAt,
      Optional<Instant> approvalAt) {
    Stream<Wakeup> recheck = recheckAt.map(at -> new Wakeup(at, why(at))).stream();
    Stream<Wakeup> retry = retry().stream();
    Stream<Wakeup> provide =
        provideAt.map(at -> new Wakeup(at, "new try to write " + shown(at))).stream();
    Stream<Wakeup> schedule =
        scheduleAt.map(at -> new Wakeup(at, "next change of the calendar " + shown(at))).stream();
    Stream<Wakeup> check =
        checkAt.map(at -> new Wakeup(at, "next question of a check " + shown(at))).stream();
    Stream<Wakeup> approval =
        approvalAt.map(at -> new Wakeup(at, "next change of approvals " + shown(at))).stream();
    return Stream.of(recheck, retry, provide, schedule, check, approval)
        .flatMap(Function.identity())
        .filter(wake -> now.isBefore(wake.at()))
        .min(Comparator.comparing(Wakeup::at));
  }

  /** Returns when the first request without an answer is made again. */
  private Optional<Wakeup> retry() {
    return tracker.entries().stream()
        .filter(entry -> !timers.over(timers.retryAt(entry)))
        .min(Comparator.comparing(timers::retryAt))
        .map(
            entry -> {
              Instant at = Instant.ofEpochMilli(timers.retryAt(entry));
              return new Wakeup(at, "new try to write %s %s".formatted(label(entry), shown(at)));
            });
  }

  /** Formats what happens to the first cluster that something happens to then. */
  private String why(Instant instant) {
    long at = instant.toEpochMilli();
    for (ClusterState entry : tracker.entries()) {
      if (entry.stage() == Stage.SOAKING && timers.soakEnd(entry) == at) {
        return "soak of %s until %s".formatted(label(entry), shown(instant));
      }
      if (timers.expiry(entry) == at) {
        return "deadline of %s %s".formatted(label(entry), shown(instant));
      }
    }
    return "next look " + shown(instant);
  }

  private String shown(Instant at) {
    return Wording.at(at, now);
  }

  private String label(ClusterState entry) {
    String label = tracker.groupIndex().groupOf(entry).label();
    return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 1) + "…";
  }
}
