package io.sluice.plan.tracking;

import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Observation;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Report;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Keeps the started clusters of an attempt, by name, and moves each through its stages
 * (rollout-strategy 3.4), while one step lasts.
 *
 * <p>Evidence is entered before timers are evaluated: acknowledgements and reports are entered
 * first, by the instant at which they were observed; only then are soaks and deadlines compared
 * with {@code now}. What a report changes is decided by {@link ReportJudge}; the timers are in
 * {@link ClusterTimers}, the groups in {@link GroupIndex}.
 */
public final class ClusterTracker {
  /** After how long a refused write is tried again. */
  public static final Duration RETRY = Duration.ofSeconds(10);

  /** After how long a request without any answer is made again; a batch answers within 30 s. */
  public static final Duration UNANSWERED = Duration.ofMinutes(1);

  private final AttemptSpec spec;
  private final ClusterTimers timers;
  private final GroupIndex groupIndex;
  private final ReportJudge reportJudge;
  private List<ClusterState> entries;

  /** Empty until it is asked for, and again after each change: a step asks several times. */
  private Optional<List<ClusterState>> unwritten = Optional.empty();

  public ClusterTracker(Rules rules, AttemptState state, ClusterTimers timers) {
    this.spec = state.spec();
    this.timers = timers;
    this.groupIndex = new GroupIndex(state.groups());
    this.reportJudge = new ReportJudge(rules, spec, timers);
    this.entries = new ArrayList<>(state.clusters());
  }

  public List<ClusterState> entries() {
    return entries;
  }

  public ClusterTimers timers() {
    return timers;
  }

  public GroupIndex groupIndex() {
    return groupIndex;
  }

  /** Drops all other clusters. */
  void keep(List<ClusterState> staying) {
    entries = staying;
    unwritten = Optional.empty();
  }

  /**
   * Marks clusters that no placement selects: their soak is not observed, and may have been broken.
   *
   * @param away those that are out of reach: they send no report that could show it
   */
  void markAbsent(Set<String> absent, Predicate<String> away) {
    for (String cluster : absent) {
      change(
          cluster,
          entry ->
              entry
                  .with(
                      ClusterFlag.UNREACHABLE,
                      away.test(cluster) || entry.is(ClusterFlag.UNREACHABLE))
                  .with(
                      ClusterFlag.UNCONFIRMED,
                      entry.inFlight() || entry.is(ClusterFlag.UNCONFIRMED)));
    }
  }

  void start(List<PendingCluster> turn) {
    List<ClusterState> started = new ArrayList<>(turn.size());
    for (PendingCluster entry : turn) {
      started.add(
          ClusterState.started(entry.cluster(), entry.group(), timers.now())
              .with(ClusterFlag.EARLY, entry.early()));
    }
    entries = SortedMembers.join(entries, started);
    unwritten = Optional.empty();
  }

  /** Marks writes as requested again now. */
  public void markRetried(List<ClusterState> repeated) {
    repeated.forEach(entry -> change(entry.cluster(), this::retried));
  }

  private ClusterState retried(ClusterState entry) {
    boolean refused = entry.stage() == Stage.STARTED && entry.refused() != 0;
    ClusterState again = refused ? entry.to(Stage.STARTED, timers.now()) : entry;
    return again.with(ClusterFlag.NOT_TRIED, false).asked(timers.unanswered());
  }

  /** Marks clusters whose requested write was neither made nor refused. */
  public void enterNotTried(List<String> clusters) {
    clusters.forEach(
        cluster ->
            change(
                cluster,
                entry ->
                    entry.stage() == Stage.STARTED || entry.is(ClusterFlag.GONE)
                        ? entry.with(ClusterFlag.NOT_TRIED)
                        : entry));
  }

  /**
   * Fails clusters whose deadline had passed when they were observed, for good (rollout-strategy
   * 3.4). Without an observation, as of a skipped cluster, it is unknown.
   *
   * @param suspended clusters whose deadline does not end
   */
  public void failOverdue(Predicate<ClusterState> suspended) {
    unwritten = Optional.empty();
    entries.replaceAll(
        entry ->
            timers.overdue(entry) && entry.is(ClusterFlag.OBSERVED) && !suspended.test(entry)
                ? entry.to(
                    entry.is(ClusterFlag.NEGATIVE) ? Stage.FAILED : Stage.TIMED_OUT, timers.now())
                : entry);
  }

  private void change(String cluster, UnaryOperator<ClusterState> change) {
    int found = SortedMembers.find(entries, cluster);
    if (found >= 0) {
      entries.set(found, change.apply(entries.get(found)));
      unwritten = Optional.empty();
    }
  }

  public void enter(Ack ack) {
    change(ack.cluster(), entry -> answered(entry, ack));
  }

  private ClusterState answered(ClusterState entry, Ack ack) {
    if (ack.to() == Ack.RequestedWrite.TAKE_BACK) {
      return entry.withReason(ack.refusal().orElse("")).with(ClusterFlag.TAKEN_BACK);
    }
    if (ack.to() == Ack.RequestedWrite.PUBLISH) {
      return entry.with(ClusterFlag.PUBLISHED, entry.stage().isFinal());
    }
    if (entry.is(ClusterFlag.GONE)) {
      return writtenAgain(entry, ack);
    }
    if (ack.to() != Ack.RequestedWrite.DISPATCH || entry.stage() != Stage.STARTED) {
      return entry;
    }
    long at = timers.clamp(ack.at().toEpochMilli(), earliestAnswer(entry, ack));
    return ack.refusal()
        .map(why -> timers.observed(entry.refused(at, why), at))
        .orElseGet(
            () -> entry.acknowledged(at, ClusterState.foreign(ack.attempt(), spec.number())));
  }

  /** The deadline is still that of the first dispatch, so the instant of the answer is dropped. */
  private ClusterState writtenAgain(ClusterState entry, Ack ack) {
    boolean dispatch = ack.to() == Ack.RequestedWrite.DISPATCH;
    return ack.refusal()
        .map(why -> entry.notRewritten(timers.now(), why, timers.now() + RETRY.toMillis()))
        .orElseGet(
            () ->
                entry.rewritten(
                    dispatch
                        ? ClusterState.foreign(ack.attempt(), spec.number())
                        : entry.foreign()));
  }

  /**
   * A write that was refused later may have been accepted before; its deadline runs since then. A
   * refusal answers the last try, however far the clock of the worker that wrote is behind.
   */
  private static long earliestAnswer(ClusterState entry, Ack ack) {
    return entry.refused() == 0 || ack.refusal().isPresent()
        ? entry.since()
        : Math.min(entry.refused(), entry.since());
  }

  /** Marks overdue clusters as observed; only an observed cluster may time out. */
  public void enter(Observation.LookDone look) {
    long at = look.at().toEpochMilli();
    look.clusters().forEach(cluster -> change(cluster, entry -> timers.observed(entry, at)));
  }

  /**
   * Enters reports in the order in which they were observed: one that was held up must not come
   * after the end of a soak. What a replica shows before its cluster's turn proves nothing.
   */
  public void enter(List<Report> reports, Predicate<String> ignored) {
    Map<String, Long> newest = new HashMap<>();
    reports.forEach(report -> newest.merge(report.cluster(), report.at(), Math::max));
    reports.stream()
        .sorted(Comparator.comparingLong(Report::at))
        .forEach(
            report ->
                change(
                    report.cluster(),
                    entry ->
                        reportJudge.judge(
                            entry,
                            report,
                            ignored.test(report.cluster()),
                            report.at() == newest.get(report.cluster()))));
  }

  /** Ends the soaks that are over. */
  public void endSoaks() {
    unwritten = Optional.empty();
    entries.replaceAll(
        entry ->
            timers.soakOver(entry, timers.now())
                ? entry.to(Stage.SUCCEEDED, timers.soakEnd(entry))
                : entry);
  }

  /** Returns clusters whose deadline has passed and that were not observed since. */
  public List<ClusterState> unobserved() {
    return filter(entry -> timers.overdue(entry) && !entry.is(ClusterFlag.OBSERVED));
  }

  /** Returns clusters that wait for their write. */
  public List<ClusterState> unwritten() {
    if (unwritten.isEmpty()) {
      unwritten =
          Optional.of(
              filter(entry -> entry.stage() == Stage.STARTED || entry.is(ClusterFlag.GONE)));
    }
    return unwritten.get();
  }

  public List<ClusterState> filter(Predicate<ClusterState> which) {
    List<ClusterState> found = new ArrayList<>();
    for (ClusterState entry : entries) {
      if (which.test(entry)) {
        found.add(entry);
      }
    }
    return found;
  }
}
