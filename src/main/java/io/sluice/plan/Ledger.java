package io.sluice.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Keeps the started clusters of an attempt and moves each through its stages (rollout-strategy
 * 3.4), while one step lasts.
 *
 * <p>Evidence comes before clocks: acknowledgements and reports are entered first, by the instant
 * at which they were seen; only then are soaks and deadlines held against {@code now}.
 */
final class Ledger {
  /** After how long a refused write is tried again. */
  static final Duration RETRY = Duration.ofSeconds(10);

  private final AttemptSpec spec;
  private final Instant now;
  private final List<GroupKey> groups;
  private final TreeMap<String, ClusterState> entries = new TreeMap<>(ByteOrder.NAMES);

  Ledger(AttemptState state, Instant now) {
    this.spec = state.spec();
    this.now = now;
    this.groups = new ArrayList<>(state.groups());
    state.clusters().forEach(entry -> entries.put(entry.cluster(), entry));
  }

  Collection<ClusterState> entries() {
    return entries.values();
  }

  List<GroupKey> groups() {
    return groups;
  }

  Optional<ClusterState> of(String cluster) {
    return Optional.ofNullable(entries.get(cluster));
  }

  GroupKey groupOf(ClusterState entry) {
    return groups.get(entry.group());
  }

  /** Where a group stands among {@link #groups()}; a new one goes to the end. */
  int placeOf(GroupKey group) {
    int place = groups.indexOf(group);
    if (place < 0) {
      place = groups.size();
      groups.add(group);
    }
    return place;
  }

  /** Follows the placements where they number their groups anew. */
  void rename(List<GroupKey> now) {
    List<GroupKey> renamed = GroupNames.renamed(groups, now);
    groups.clear();
    groups.addAll(renamed);
  }

  void removeUnless(Predicate<String> member) {
    entries.keySet().removeIf(member.negate());
  }

  void start(String cluster, GroupKey group) {
    entries.put(cluster, ClusterState.started(cluster, placeOf(group), now));
  }

  /** Marks a refused cluster as tried now. */
  void tryAgain(ClusterState entry) {
    entries.put(entry.cluster(), entry.to(Stage.STARTED, now));
  }

  /** Stamps a cluster whose deadline has passed, for good (rollout-strategy 3.4). */
  void stampLate(ClusterState entry) {
    Stage end = entry.is(Mark.NEGATIVE) ? Stage.FAILED : Stage.TIMED_OUT;
    entries.put(entry.cluster(), entry.to(end, now));
  }

  void enter(Ack ack) {
    ClusterState entry = entries.get(ack.cluster());
    if (entry == null) {
      return;
    }
    if (ack.to() == Ack.Asked.TAKE_BACK) {
      entries.put(ack.cluster(), entry.because(ack.refusal().orElse("")).with(Mark.TAKEN_BACK));
    } else if (ack.to() == Ack.Asked.DISPATCH && entry.stage() == Stage.STARTED) {
      Instant at = clamp(ack.at(), earliestAnswer(entry));
      entries.put(
          ack.cluster(),
          ack.refusal()
              .map(why -> refused(entry, at, why))
              .orElseGet(
                  () ->
                      entry.acknowledged(at, ClusterState.foreign(ack.attempt(), spec.number()))));
    }
  }

  /** A write that was refused later may have been taken already; its clock has run since then. */
  private static Instant earliestAnswer(ClusterState entry) {
    return Instant.ofEpochMilli(
        entry.refused() == 0 ? entry.since() : Math.min(entry.refused(), entry.since()));
  }

  private ClusterState refused(ClusterState entry, Instant at, String why) {
    ClusterState next = entry.refused(at, why);
    return overdue(next, at) ? next.with(Mark.LOOKED) : next;
  }

  /** Somebody looked: if the deadline had passed by then, it may be held against the cluster. */
  void enter(Observation.Look look) {
    for (String cluster : look.clusters()) {
      entries.computeIfPresent(
          cluster, (name, entry) -> overdue(entry, look.at()) ? entry.with(Mark.LOOKED) : entry);
    }
  }

  void enter(Report report, Predicate<String> ignored) {
    ClusterState entry = entries.get(report.cluster());
    if (entry == null || entry.stage() == Stage.STARTED || !judges(report, entry)) {
      return;
    }
    Instant at = clamp(report.observedAt(), entry.dispatchedAt());
    ClusterState next =
        entry.stage() == Stage.SOAKING && soakOver(entry, at)
            ? entry.to(Stage.SUCCEEDED, soakEnd(entry))
            : entry;
    boolean sameContent = report.contentHash().equals(spec.version().contentHash());
    Verdict verdict = sameContent ? proved(report) : Verdict.SILENT;
    next = seen(next, report, verdict, at);
    entries.put(
        report.cluster(), judged(next, verdict, sameContent, at, ignored.test(report.cluster())));
  }

  private ClusterState seen(ClusterState entry, Report report, Verdict verdict, Instant at) {
    boolean waits = entry.stage() == Stage.DISPATCHED;
    ClusterState next = entry.with(Mark.UNREACHABLE, report.unreachable());
    if (!entry.stage().isFinal()) {
      next =
          next.with(Mark.WEAK, report.weak() || !waits && entry.is(Mark.WEAK))
              .with(Mark.NEGATIVE, verdict == Verdict.NEGATIVE || entry.is(Mark.NEGATIVE));
    }
    if (verdict != Verdict.SILENT) {
      next = next.with(Mark.HEARD);
    }
    return waits && overdue(entry, at) ? next.with(Mark.LOOKED) : next;
  }

  /** A frozen status is no success where only its present verdict speaks (rollout-strategy E4). */
  private static Verdict proved(Report report) {
    boolean frozen = report.weak() && report.unreachable();
    return frozen && report.verdict() == Verdict.POSITIVE ? Verdict.SILENT : report.verdict();
  }

  private ClusterState judged(
      ClusterState entry, Verdict verdict, boolean sameContent, Instant at, boolean ignored) {
    return switch (entry.stage()) {
      case STARTED -> entry;
      case DISPATCHED -> fromDispatched(entry, verdict, at, ignored);
      case SOAKING -> verdict == Verdict.NEGATIVE || !sameContent ? backFromSoak(entry, at) : entry;
      case SUCCEEDED -> verdict == Verdict.NEGATIVE ? entry.with(Mark.TURNED) : entry;
      case FAILED, TIMED_OUT -> verdict == Verdict.POSITIVE ? entry.with(Mark.TURNED) : entry;
      case NEW_CLUSTER -> entry;
    };
  }

  /** News may overtake each other: a soak begins no earlier than the last bad news. */
  private static ClusterState fromDispatched(
      ClusterState entry, Verdict verdict, Instant at, boolean ignored) {
    Instant latest = at.isAfter(entry.sinceInstant()) ? at : entry.sinceInstant();
    return switch (verdict) {
      case POSITIVE -> entry.to(ignored ? Stage.SUCCEEDED : Stage.SOAKING, latest);
      case NEGATIVE -> entry.to(Stage.DISPATCHED, latest);
      case SILENT -> entry;
    };
  }

  /** The soak is discarded; the deadline is still that of the dispatch. */
  private ClusterState backFromSoak(ClusterState entry, Instant at) {
    ClusterState back = entry.to(Stage.DISPATCHED, at);
    return overdue(back, at) ? back.with(Mark.LOOKED) : back;
  }

  /** Ends the soaks that are over. */
  void ripen() {
    entries.replaceAll(
        (cluster, entry) ->
            entry.stage() == Stage.SOAKING && soakOver(entry, now)
                ? entry.to(Stage.SUCCEEDED, soakEnd(entry))
                : entry);
  }

  /** Clusters whose deadline has passed and that nobody has looked at since. */
  List<ClusterState> unobserved() {
    return entries.values().stream()
        .filter(entry -> entry.hasClock() && overdue(entry, now) && !entry.is(Mark.LOOKED))
        .toList();
  }

  /** Clusters whose refused write is to be tried again. */
  List<ClusterState> refusedAndDue() {
    return entries.values().stream()
        .filter(entry -> entry.stage() == Stage.STARTED && entry.refused() != 0)
        .filter(entry -> !retryAt(entry).isAfter(now))
        .toList();
  }

  /** True for a refused write that nobody repeated after its deadline. */
  boolean untriedSinceExpiry(ClusterState entry) {
    return entry.stage() == Stage.STARTED
        && expiryOf(entry).filter(entry.sinceInstant()::isBefore).isPresent();
  }

  Instant retryAt(ClusterState entry) {
    Instant next = entry.sinceInstant().plus(RETRY);
    return spec.strategy()
        .progressDeadline()
        .map(entry::expiry)
        .filter(expiry -> expiry.isBefore(next) && expiry.isAfter(entry.sinceInstant()))
        .orElse(next);
  }

  Instant soakEnd(ClusterState entry) {
    return entry.sinceInstant().plus(spec.soak(entry.is(Mark.WEAK)));
  }

  /** The instant at which the deadline of a cluster without success passes. */
  Optional<Instant> expiryOf(ClusterState entry) {
    return entry.hasClock()
        ? spec.strategy().progressDeadline().map(entry::expiry)
        : Optional.empty();
  }

  private boolean judges(Report report, ClusterState entry) {
    return ClusterState.foreign(report.attempt(), spec.number()) == entry.foreign();
  }

  private boolean soakOver(ClusterState entry, Instant at) {
    return !soakEnd(entry).isAfter(at);
  }

  private boolean overdue(ClusterState entry, Instant at) {
    return expiryOf(entry).filter(expiry -> !expiry.isAfter(at)).isPresent();
  }

  private Instant clamp(Instant at, Instant earliest) {
    if (at.isAfter(now)) {
      return now;
    }
    return at.isBefore(earliest) ? earliest : at;
  }
}
