package io.sluice.control.run;

import io.sluice.fleet.ByteOrder;
import io.sluice.pace.Pace;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Collects the changed verdicts of one running attempt, and decides when they are sent.
 *
 * <p>The first is sent at once. While verdicts keep changing, the window between two batches grows
 * from 1 s to 10 s, so that a flood cannot starve the run of its own tasks. The last verdict that
 * was missing ends the window, so does the last cluster that becomes positive for the first time,
 * and a negative verdict shortens it. One batch is under way at a time.
 */
public final class VerdictBatcher {
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Duration HURRIED = Duration.ofMillis(200);

  private final long attempt;
  private final Map<String, Report> sent = new HashMap<>();
  private final TreeMap<String, Report> pending = new TreeMap<>(ByteOrder.NAMES);
  private final Set<String> missing = new HashSet<>();
  private final Set<String> dispatched = new HashSet<>();

  /** Clusters that have reported, and were never positive in this attempt. */
  private final Set<String> unsettled = new HashSet<>();

  /** Clusters that were positive: if their verdict flips, that hurries no batch again. */
  private final Set<String> settled = new HashSet<>();

  private final Set<String> returned = new HashSet<>();
  private Map<String, Report> underWay = Map.of();

  /** When a batch may be sent. */
  private Pace pace = Pace.between(Duration.ofSeconds(1), LONGEST);

  /** When a batch that is hurried may be sent, within the window. */
  private Instant hurriedAt = Instant.MIN;

  /** How many batches have followed closely on one before them. */
  private int following;

  private boolean urgent;
  private boolean hurried;

  public VerdictBatcher(long attempt) {
    this.attempt = attempt;
  }

  /**
   * Records the present verdict on a replica.
   *
   * @param inThisAttempt whether the replica was dispatched in this attempt, so that the run waits
   *     for a verdict
   */
  public synchronized void offer(Report report, boolean inThisAttempt) {
    String cluster = report.cluster();
    boolean wasMissing = missing.remove(cluster);
    boolean lastSettled = inThisAttempt && settles(report);
    if (inThisAttempt) {
      dispatched.add(cluster);
      if (missing(report)) {
        missing.add(cluster);
      }
    }
    if (!report.gone()) {
      returned(cluster);
    }
    if (!changed(report, inThisAttempt)) {
      pending.remove(cluster);
      return;
    }
    pending.put(cluster, report);
    hurried |= report.verdict() == Verdict.NEGATIVE && !report.pending() || report.gone();
    urgent |= wasMissing && missing.isEmpty() || lastSettled;
  }

  /** Returns whether it is the last one to become positive after another verdict. */
  private boolean settles(Report report) {
    boolean wasUnsettled = unsettled.remove(report.cluster());
    if (report.verdict() == Verdict.POSITIVE) {
      settled.add(report.cluster());
      return wasUnsettled && unsettled.isEmpty();
    }
    if (!report.gone() && report.attempt() == attempt && !settled.contains(report.cluster())) {
      unsettled.add(report.cluster());
    }
    return false;
  }

  /** A replica that is there again may vanish again, and that is news then. */
  private void returned(String cluster) {
    if (gone(sent.get(cluster))) {
      sent.remove(cluster);
    }
    if (gone(underWay.get(cluster))) {
      returned.add(cluster);
    }
  }

  private static boolean gone(Report report) {
    return report != null && report.gone();
  }

  /** Drops what was sent of a cluster that is not selected any more. */
  public synchronized void forget(String cluster) {
    missing.remove(cluster);
    unsettled.remove(cluster);
    pending.remove(cluster);
    sent.remove(cluster);
    dispatched.remove(cluster);
  }

  /** Records clusters that the run has dispatched, also those whose replica was never seen. */
  public synchronized void expect(Set<String> clusters) {
    dispatched.addAll(clusters);
  }

  /** Returns whether a replica of the cluster that was dispatched in this attempt was seen. */
  public synchronized boolean dispatched(String cluster) {
    return dispatched.contains(cluster);
  }

  /**
   * Lets vanished replicas of dispatched clusters be sent once more: the run may have been writing
   * the cluster when it was sent the first time.
   */
  public synchronized void repeatGone() {
    sent.values().removeIf(report -> report.gone() && dispatched.contains(report.cluster()));
  }

  /** Returns for how many clusters a verdict was sent that is shown before their turn. */
  public synchronized long shown() {
    return sent.values().stream().filter(VerdictBatcher::shown).count();
  }

  /** Lets such verdicts on these clusters be sent once more. */
  public synchronized void repeatPending(Set<String> clusters) {
    sent.values().removeIf(report -> shown(report) && clusters.contains(report.cluster()));
  }

  private static boolean shown(Report report) {
    return report.pending() && report.verdict() != Verdict.SILENT;
  }

  private boolean missing(Report report) {
    return report.attempt() == attempt && report.verdict() == Verdict.SILENT && !report.gone();
  }

  /** Without a report a run takes a cluster for silent and reachable. */
  private boolean changed(Report report, boolean inThisAttempt) {
    Report before = underWay.getOrDefault(report.cluster(), sent.get(report.cluster()));
    if (report.gone()) {
      return !gone(before);
    }
    boolean another = before != null && before.pending() != report.pending();
    if (another && !inThisAttempt && before.verdict() != Verdict.SILENT) {
      // What the run shows of the cluster from before its turn may be wrong now.
      return true;
    }
    if (another || before == null || before.gone() || before.attempt() != report.attempt()) {
      return report.verdict() != Verdict.SILENT
          || report.unreachable()
          || report.predated()
          || report.late();
    }
    return before.verdict() != report.verdict()
        || before.weak() != report.weak()
        || before.unreachable() != report.unreachable()
        || before.predated() != report.predated()
        || before.late() != report.late()
        || !before.contentHash().equals(report.contentHash());
  }

  /** When to send; absent while there is nothing to send, or a send is under way. */
  public synchronized Optional<Instant> dueAt() {
    if (pending.isEmpty() || !underWay.isEmpty()) {
      return Optional.empty();
    }
    if (urgent) {
      return Optional.of(Instant.MIN);
    }
    return Optional.of(hurried ? hurriedAt : pace.next());
  }

  /**
   * Sends the batch that is due; what the run does not get is kept for the next one.
   *
   * @param run returns whether it got the batch
   * @return whether it did; empty when nothing is due
   */
  public Optional<Boolean> deliver(Instant now, Predicate<List<Report>> run) {
    List<Report> due = take(now);
    if (due.isEmpty()) {
      return Optional.empty();
    }
    boolean received = false;
    try {
      received = run.test(due);
    } finally {
      if (received) {
        sent();
      } else {
        failed();
      }
    }
    return Optional.of(received);
  }

  /** Takes out the batch that is due; {@link #sent()} or {@link #failed()} has to follow. */
  public synchronized List<Report> take(Instant now) {
    Optional<Instant> due = dueAt();
    if (due.isEmpty() || due.get().isAfter(now)) {
      return List.of();
    }
    boolean busy = now.isBefore(pace.next().plus(LONGEST));
    Duration window = busy ? pace.doubled(following++) : Duration.ZERO;
    following = busy ? following : 0;
    pace = pace.done(now, window);
    hurriedAt = now.plus(window.compareTo(HURRIED) < 0 ? window : HURRIED);
    Map<String, Report> batch = new TreeMap<>(ByteOrder.NAMES);
    // Those that decide something come before those that are only shown.
    move(batch, false);
    move(batch, true);
    urgent = urgent && !pending.isEmpty();
    hurried = hurried && !pending.isEmpty();
    underWay = batch;
    return List.copyOf(batch.values());
  }

  private void move(Map<String, Report> batch, boolean onlyShown) {
    Iterator<Report> next = pending.values().iterator();
    while (batch.size() < ReportBatch.MOST_REPORTS && next.hasNext()) {
      Report report = next.next();
      if (report.pending() == onlyShown) {
        batch.put(report.cluster(), report);
        next.remove();
      }
    }
  }

  public synchronized void sent() {
    sent.putAll(underWay);
    sent.keySet().removeAll(returned);
    returned.clear();
    underWay = Map.of();
  }

  /** Puts the batch back; verdicts that changed meanwhile stay. */
  public synchronized void failed() {
    underWay.forEach(
        (cluster, report) -> {
          // Its newer verdict may be the one that a run assumes without a report.
          if (!returned.contains(cluster)) {
            pending.putIfAbsent(cluster, report);
          }
        });
    returned.clear();
    underWay = Map.of();
  }
}
