package io.sluice.watch;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import io.sluice.workflow.ReportBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Collects the changed verdicts of one running attempt, and says when they are to be sent.
 *
 * <p>The first goes at once. While news keeps coming the window grows from 1 s to 10 s, so that a
 * flood cannot starve the run of its own tasks. The last verdict that was missing ends the window,
 * and a negative one shortens it. One send is under way at a time.
 */
final class VerdictBatcher {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Duration HURRIED = Duration.ofMillis(200);

  private final long attempt;
  private final Map<String, Report> told = new HashMap<>();
  private final TreeMap<String, Report> pending = new TreeMap<>(ByteOrder.NAMES);
  private final Set<String> awaited = new HashSet<>();
  private Map<String, Report> underWay = Map.of();
  private Duration window = Duration.ZERO;
  private Instant lastSent = Instant.EPOCH;
  private boolean urgent;
  private boolean hurried;

  VerdictBatcher(long attempt) {
    this.attempt = attempt;
  }

  /**
   * Enters what a replica proves now. Verdicts on dispatches of other attempts are no news.
   *
   * @param dispatchedInThisAttempt whether a verdict is waited for; not of one that only waits for
   *     its turn
   */
  synchronized void offer(Report report, boolean dispatchedInThisAttempt) {
    boolean wasAwaited = awaited.remove(report.cluster());
    if (dispatchedInThisAttempt && missing(report)) {
      awaited.add(report.cluster());
    }
    if (!changed(report)) {
      pending.remove(report.cluster());
      return;
    }
    pending.put(report.cluster(), report);
    hurried |= report.verdict() == Verdict.NEGATIVE;
    urgent |= wasAwaited && awaited.isEmpty();
  }

  /** A replica that is gone has no verdict that anybody could wait for. */
  synchronized void forget(String cluster) {
    awaited.remove(cluster);
    pending.remove(cluster);
    told.remove(cluster);
  }

  private boolean missing(Report report) {
    return report.attempt() == attempt && report.verdict() == Verdict.SILENT;
  }

  /** A run takes a cluster for silent and reachable until it hears otherwise. */
  private boolean changed(Report report) {
    Report before = underWay.getOrDefault(report.cluster(), told.get(report.cluster()));
    if (before == null || before.attempt() != report.attempt()) {
      return report.verdict() != Verdict.SILENT || report.unreachable();
    }
    return before.verdict() != report.verdict()
        || before.weak() != report.weak()
        || before.unreachable() != report.unreachable()
        || !before.contentHash().equals(report.contentHash());
  }

  /** When to send; absent while there is nothing to send, or a send is under way. */
  synchronized Optional<Instant> dueAt() {
    if (pending.isEmpty() || !underWay.isEmpty()) {
      return Optional.empty();
    }
    if (urgent) {
      return Optional.of(Instant.MIN);
    }
    return Optional.of(lastSent.plus(hurried ? min(window, HURRIED) : window));
  }

  /** Takes what is due out, to be sent; {@link #sent} or {@link #failed} has to follow. */
  synchronized List<Report> take(Instant now) {
    Optional<Instant> due = dueAt();
    if (due.isEmpty() || due.get().isAfter(now)) {
      return List.of();
    }
    boolean busy = Duration.between(lastSent, now).compareTo(window.plus(LONGEST)) < 0;
    window = busy ? max(SHORTEST, min(LONGEST, window.multipliedBy(2))) : Duration.ZERO;
    Map<String, Report> batch = new TreeMap<>(ByteOrder.NAMES);
    while (batch.size() < ReportBatch.MOST_REPORTS && !pending.isEmpty()) {
      Map.Entry<String, Report> first = pending.pollFirstEntry();
      batch.put(first.getKey(), first.getValue());
    }
    urgent = urgent && !pending.isEmpty();
    hurried = hurried && !pending.isEmpty();
    lastSent = now;
    underWay = batch;
    return List.copyOf(batch.values());
  }

  synchronized void sent() {
    told.putAll(underWay);
    underWay = Map.of();
  }

  /** Keeps what could not be sent; newer verdicts that came meanwhile win. */
  synchronized void failed() {
    underWay.forEach(pending::putIfAbsent);
    underWay = Map.of();
  }

  private static Duration min(Duration left, Duration right) {
    return left.compareTo(right) < 0 ? left : right;
  }

  private static Duration max(Duration left, Duration right) {
    return left.compareTo(right) < 0 ? right : left;
  }

  long attempt() {
    return attempt;
  }
}
