package io.sluice.plan.tracking;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Observation;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Keeps the started clusters of an attempt, by name, and moves each through its stages
 * (rollout-strategy 3.4), while one step lasts.
 *
 * <p>Evidence is entered before timers are evaluated: acknowledgements and reports are entered
 * first, by the instant at which they were observed; only then are soaks and deadlines compared
 * with {@code now}. The timers themselves are in {@link ClusterTimers}, the groups in {@link
 * GroupIndex}.
 */
public final class ClusterTracker {
  /** After how long a refused write is tried again. */
  public static final Duration RETRY = Duration.ofSeconds(10);

  /** After how long a request without any answer is made again; a batch answers within 30 s. */
  public static final Duration UNANSWERED = Duration.ofMinutes(1);

  private final AttemptSpec spec;
  private final ClusterTimers timers;
  private final GroupIndex groupIndex;
  private List<ClusterState> entries;

  public ClusterTracker(AttemptState state, ClusterTimers timers) {
    this.spec = state.spec();
    this.timers = timers;
    this.groupIndex = new GroupIndex(state.groups());
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
  }

  void start(List<PendingCluster> turn) {
    List<ClusterState> started = new ArrayList<>(turn.size());
    for (PendingCluster entry : turn) {
      int index = groupIndex.of(groupIndex.groupOf(entry));
      started.add(ClusterState.started(entry.cluster(), index, timers.now()));
    }
    entries = SortedMembers.join(entries, started);
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

  /** Fails clusters whose deadline has passed, for good (rollout-strategy 3.4). */
  public void failOverdue() {
    entries.replaceAll(
        entry ->
            timers.overdue(entry)
                ? entry.to(
                    entry.is(ClusterFlag.NEGATIVE) ? Stage.FAILED : Stage.TIMED_OUT, timers.now())
                : entry);
  }

  private void change(String cluster, UnaryOperator<ClusterState> change) {
    int found = SortedMembers.find(entries, cluster);
    if (found >= 0) {
      entries.set(found, change.apply(entries.get(found)));
    }
  }

  public void enter(Ack ack) {
    change(ack.cluster(), entry -> answered(entry, ack));
  }

  private ClusterState answered(ClusterState entry, Ack ack) {
    if (ack.to() == Ack.RequestedWrite.TAKE_BACK) {
      return entry.withReason(ack.refusal().orElse("")).with(ClusterFlag.TAKEN_BACK);
    }
    if (entry.is(ClusterFlag.GONE)) {
      return writtenAgain(entry, ack);
    }
    if (ack.to() != Ack.RequestedWrite.DISPATCH || entry.stage() != Stage.STARTED) {
      return entry;
    }
    long at = clamp(ack.at().toEpochMilli(), earliestAnswer(entry, ack));
    return ack.refusal()
        .map(why -> observed(entry.refused(at, why), at))
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
    look.clusters().forEach(cluster -> change(cluster, entry -> observed(entry, at)));
  }

  private ClusterState observed(ClusterState entry, long at) {
    return timers.overdue(entry, at) ? entry.with(ClusterFlag.OBSERVED) : entry;
  }

  public void enter(Report report, Predicate<String> ignored) {
    change(
        report.cluster(),
        entry -> {
          if (entry.stage() == Stage.STARTED) {
            return entry;
          }
          if (report.gone()) {
            return vanished(entry, Math.min(report.at(), timers.now()), ignored);
          }
          if (!concerns(report, entry)) {
            return unrecorded(entry, report);
          }
          return onFormerReplica(report, entry)
              ? late(entry, report)
              : reported(entry, report, ignored);
        });
  }

  /**
   * The replica is written again in the same attempt; a soak is discarded, the deadline stays
   * (rollout-strategy 3.4). A report from before the last news of it is late.
   */
  private ClusterState vanished(ClusterState entry, long at, Predicate<String> ignored) {
    ClusterState next = at >= entry.dispatched() ? soakOverAt(entry, at) : entry;
    if (next.stage().isFinal()) {
      boolean lost = next.hasVersion() || spec.providesPendingContent();
      return lost && at >= next.dispatched() && !next.is(ClusterFlag.GONE) ? next.gone() : next;
    }
    boolean known = next.stage() == Stage.DISPATCHED && writtenAgainOrGone(next);
    if (at < next.since() || known && at == next.since()) {
      return next;
    }
    return next.stage() == Stage.SOAKING && ignored.test(next.cluster())
        ? next.to(Stage.SUCCEEDED, at).gone()
        : observed(next.to(Stage.DISPATCHED, at).gone(), at);
  }

  private static boolean writtenAgainOrGone(ClusterState entry) {
    return entry.is(ClusterFlag.GONE) || entry.is(ClusterFlag.REWRITTEN);
  }

  /**
   * A verdict on another dispatch proves nothing. If the replica has this version all the same, it
   * was restored or edited: the hub is asked what it names now, or no verdict would ever count.
   */
  private ClusterState unrecorded(ClusterState entry, Report report) {
    boolean asks =
        entry.stage() == Stage.DISPATCHED
            && !entry.is(ClusterFlag.GONE)
            && sameContent(report)
            && report.at() > entry.since();
    long at = clamp(report.at(), entry.since());
    return asks ? entry.to(Stage.DISPATCHED, at).gone() : entry;
  }

  /** Keeps the bad news only, and that it was observed. */
  private ClusterState late(ClusterState entry, Report report) {
    boolean bad = report.verdict() == Verdict.NEGATIVE && sameContent(report);
    ClusterState next = entry.with(ClusterFlag.NEGATIVE, bad || entry.is(ClusterFlag.NEGATIVE));
    return observed(next, clamp(report.at(), entry.dispatched()));
  }

  private boolean sameContent(Report report) {
    return report.contentHash().equals(spec.version().contentHash());
  }

  /** True for a verdict on the replica that has vanished since. */
  private static boolean onFormerReplica(Report report, ClusterState entry) {
    return entry.stage() == Stage.DISPATCHED
        && writtenAgainOrGone(entry)
        && report.at() <= entry.since();
  }

  private ClusterState soakOverAt(ClusterState entry, long at) {
    return timers.soakOver(entry, at) ? entry.to(Stage.SUCCEEDED, timers.soakEnd(entry)) : entry;
  }

  private ClusterState reported(ClusterState entry, Report report, Predicate<String> ignored) {
    long at = clamp(report.at(), entry.dispatched());
    boolean there = entry.is(ClusterFlag.GONE) && report.at() > entry.since();
    ClusterState next = soakOverAt(there ? entry.rewritten(entry.foreign()) : entry, at);
    boolean sameContent = sameContent(report);
    Verdict verdict = sameContent ? proved(report) : Verdict.SILENT;
    next = noted(next, report, verdict, at);
    return judged(next, verdict, sameContent, at, ignored.test(report.cluster()));
  }

  private ClusterState noted(ClusterState entry, Report report, Verdict verdict, long at) {
    boolean waits = entry.stage() == Stage.DISPATCHED;
    ClusterState next = entry.with(ClusterFlag.UNREACHABLE, report.unreachable());
    if (!entry.stage().isFinal()) {
      next =
          next.with(ClusterFlag.WEAK, report.weak() || !waits && entry.is(ClusterFlag.WEAK))
              .with(
                  ClusterFlag.NEGATIVE,
                  verdict == Verdict.NEGATIVE || entry.is(ClusterFlag.NEGATIVE));
    }
    if (verdict != Verdict.SILENT) {
      next = next.with(ClusterFlag.REPORTED);
    }
    return waits ? observed(next, at) : next;
  }

  /** A frozen status is no success where only its present verdict counts (rollout-strategy E4). */
  private static Verdict proved(Report report) {
    boolean frozen = report.weak() && report.unreachable();
    return frozen && report.verdict() == Verdict.POSITIVE ? Verdict.SILENT : report.verdict();
  }

  private ClusterState judged(
      ClusterState entry, Verdict verdict, boolean sameContent, long at, boolean ignored) {
    return switch (entry.stage()) {
      case STARTED -> entry;
      case DISPATCHED -> fromDispatched(entry, verdict, at, ignored);
      case SOAKING ->
          verdict == Verdict.NEGATIVE || !sameContent
              ? fromSoak(entry, verdict, at, ignored)
              : entry;
      case SUCCEEDED -> verdict == Verdict.NEGATIVE ? entry.with(ClusterFlag.CONTRADICTED) : entry;
      case FAILED, TIMED_OUT ->
          verdict == Verdict.POSITIVE ? entry.with(ClusterFlag.CONTRADICTED) : entry;
      case NEW_CLUSTER -> entry;
    };
  }

  /** Reports may overtake each other: a soak begins no earlier than the last negative one. */
  private static ClusterState fromDispatched(
      ClusterState entry, Verdict verdict, long at, boolean ignored) {
    long latest = Math.max(at, entry.since());
    return switch (verdict) {
      case POSITIVE -> entry.to(ignored ? Stage.SUCCEEDED : Stage.SOAKING, latest);
      case NEGATIVE -> entry.to(Stage.DISPATCHED, latest);
      case SILENT -> entry;
    };
  }

  /** An ignored cluster that has once succeeded takes no slot any more (rollout-strategy 3.5). */
  private ClusterState fromSoak(ClusterState entry, Verdict verdict, long at, boolean ignored) {
    return ignored
        ? entry.to(Stage.SUCCEEDED, at).with(ClusterFlag.CONTRADICTED, verdict == Verdict.NEGATIVE)
        : backFromSoak(entry, at);
  }

  /** The soak is discarded; the deadline is still that of the dispatch. */
  private ClusterState backFromSoak(ClusterState entry, long at) {
    // Not earlier than its replica was gone: until then nothing is proved.
    long since = entry.is(ClusterFlag.REWRITTEN) ? Math.max(entry.since(), at) : at;
    return observed(entry.to(Stage.DISPATCHED, since), at);
  }

  /** Ends the soaks that are over. */
  public void endSoaks() {
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
    return filter(entry -> entry.stage() == Stage.STARTED || entry.is(ClusterFlag.GONE));
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

  private boolean concerns(Report report, ClusterState entry) {
    return ClusterState.foreign(report.attempt(), spec.number()) == entry.foreign();
  }

  private long clamp(long at, long earliest) {
    return at > timers.now() ? timers.now() : Math.max(at, earliest);
  }
}
