package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Logs what reached an attempt about one started cluster. */
final class ClusterLog {
  /**
   * One report.
   *
   * @param seen when it was observed; reports are ordered by it
   * @param at when it may count: not before the dispatch
   */
  record LoggedReport(Instant seen, Instant at, Verdict verdict, boolean weak, boolean away) {
    /** True for a success that its cluster shows while it is Available. */
    boolean confirms() {
      return verdict == Verdict.POSITIVE && !away;
    }
  }

  /** The group in which it started; absent where that is not known. */
  final Optional<GroupKey> group;

  Stage stage = Stage.STARTED;
  Instant started = Instant.MIN;
  Optional<Instant> dispatched = Optional.empty();
  Optional<Instant> refused = Optional.empty();
  long attempt;
  boolean everIgnored;

  /** A negative report arrived, but was lost with the run. */
  boolean badBefore;

  /** Carried over, or recovered after its run was lost: its reports are unknown. */
  boolean trusted;

  /** When its replica was last known to be gone; what was reported until then proves nothing. */
  Instant gone = Instant.MIN;

  /** Its replica is gone, and was neither written again nor heard of since. */
  boolean missing;

  /** It once had this version under another dispatch than the recorded one. */
  boolean unrecorded;

  /**
   * It was not Available while its replica named another dispatch of this content, or nothing
   * selected it: no evidence.
   */
  boolean seenAway;

  /** Nothing selected it when that could last be told. */
  boolean unselected;

  Instant lastLook = Instant.MIN;
  final List<LoggedReport> reports = new ArrayList<>();

  /** When it was seen to comply with this content, under whatever dispatch: no evidence. */
  final List<Instant> seenComplying = new ArrayList<>();

  private final List<Instant> gones = new ArrayList<>();

  ClusterLog(Optional<GroupKey> group) {
    this.group = group;
  }

  /**
   * Returns the log after the run was lost: the hub does not show in which group the cluster
   * started, or what it reported.
   */
  static ClusterLog found(ClusterState entry, long namedAttempt, boolean badBefore) {
    ClusterLog log = new ClusterLog(Optional.empty());
    log.stage = entry.stage();
    if (entry.dispatched() != 0) {
      log.dispatched = Optional.of(Instant.ofEpochMilli(entry.dispatched()));
    }
    log.attempt = namedAttempt;
    log.trusted = entry.stage().isFinal();
    log.badBefore = badBefore;
    return log;
  }

  void looked(Instant at) {
    if (at.isAfter(lastLook)) {
      lastLook = at;
    }
  }

  /** Returns dispatch or first rejection, plus the deadline. */
  Optional<Instant> expiry(Optional<Duration> deadline) {
    return dispatched.or(() -> refused).flatMap(start -> deadline.map(start::plus));
  }

  boolean hasNegative() {
    return reports.stream().anyMatch(item -> item.verdict() == Verdict.NEGATIVE);
  }

  /** Returns true if it was positive on the replica that it has, or has soaked on a former one. */
  boolean hasPositive(boolean soaked) {
    return reports.stream()
        .anyMatch(
            item -> item.verdict() == Verdict.POSITIVE && (soaked || item.seen().isAfter(gone)));
  }

  /** Enters that its replica was seen to be gone, if nothing later is known of it. */
  void gone(Instant at) {
    if (dispatched.isEmpty() || at.isBefore(dispatched.get())) {
      return;
    }
    looked(at);
    gones.add(at);
    if (at.isAfter(gone)) {
      gone = at;
      missing |= reports.stream().noneMatch(item -> item.seen().isAfter(at));
    }
  }

  /** Returns true if a positive report held for a whole soak, without a known negative one. */
  boolean soaked(Duration soak, Duration weakSoak, Instant now) {
    List<LoggedReport> order = new ArrayList<>(reports);
    order.sort(Comparator.comparing(LoggedReport::seen));
    for (int i = 0; i < order.size(); i++) {
      LoggedReport good = order.get(i);
      Instant end = good.at().plus(good.weak() ? weakSoak : soak);
      boolean stood =
          order.subList(i, order.size()).stream()
              .noneMatch(later -> later.verdict() == Verdict.NEGATIVE && later.at().isBefore(end));
      boolean there = gones.stream().noneMatch(at -> !at.isBefore(good.seen()) && at.isBefore(end));
      boolean seen = end.equals(good.at()) || confirmed(order.subList(i, order.size()), end);
      if (good.verdict() == Verdict.POSITIVE && stood && there && seen && !end.isAfter(now)) {
        return true;
      }
    }
    return false;
  }

  /** Returns true if it was Available as its soak ended, or showed its success again since. */
  private boolean confirmed(List<LoggedReport> since, Instant end) {
    boolean away = false;
    Instant last = Instant.MIN;
    for (LoggedReport report : since) {
      if (!report.at().isBefore(end) && (!away || report.verdict() == Verdict.NEGATIVE)) {
        return !away;
      }
      away = report.away() || away && !report.confirms();
      last = report.away() ? report.seen() : last;
    }
    Instant awaySince = last;
    return !away || seenComplying.stream().anyMatch(at -> !at.isBefore(awaySince));
  }

  /** Returns true if it was not Available at some time. */
  boolean wasAway() {
    return seenAway || reports.stream().anyMatch(LoggedReport::away);
  }
}
