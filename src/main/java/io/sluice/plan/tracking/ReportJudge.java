package io.sluice.plan.tracking;

import io.sluice.beside.PropagatorDelay;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Stage;

/**
 * Decides what a report changes in the state of a dispatched cluster (rollout-strategy 3.3, 3.4).
 *
 * <p>It judges the dispatch that was recorded, on the replica that stands now: a verdict on any
 * other proves nothing, whatever number it names.
 */
final class ReportJudge {
  private final Rules rules;
  private final AttemptSpec spec;
  private final ClusterTimers timers;

  ReportJudge(Rules rules, AttemptSpec spec, ClusterTimers timers) {
    this.rules = rules;
    this.spec = spec;
    this.timers = timers;
  }

  /**
   * Returns the state after a report.
   *
   * @param newest false if a later one on the cluster follows in the same step
   */
  ClusterState judge(ClusterState entry, Report report, boolean ignored, boolean newest) {
    if (entry.stage() == Stage.STARTED) {
      return entry;
    }
    boolean lost = report.gone() || madeAnew(entry, report);
    if (lost && listedJustNow(entry, report)) {
      return listed(entry, Math.min(report.at(), timers.now()));
    }
    if (lost) {
      return vanished(entry, Math.min(report.at(), timers.now()), ignored);
    }
    if (report.pending()) {
      return entry;
    }
    if (!concerns(report, entry)) {
      return unrecorded(entry, report);
    }
    return onFormerReplica(report, entry)
        ? late(entry, report)
        : reported(entry, report, ignored, newest);
  }

  /**
   * Beside the propagator, a cluster that left and returned between two looks has a new replica,
   * which is inform again and which no page lists. So is one that was released, but only after it
   * was final. Where a page lists it there is nothing to write: the propagator has to follow.
   */
  private boolean madeAnew(ClusterState entry, Report report) {
    if (spec.mode() != PendingMode.BESIDE || report.at() <= entry.dispatched()) {
      return false;
    }
    return report.pending()
        ? !soakOverAt(entry, Math.min(report.at(), timers.now())).stage().isFinal()
        : !sameContent(report) && !concerns(report, entry);
  }

  /**
   * Beside the propagator, what is seen right after the write of a page may be older than the page,
   * and the replica does not follow at once. If its cluster is not listed, that is reported again.
   */
  private boolean listedJustNow(ClusterState entry, Report report) {
    return spec.mode() == PendingMode.BESIDE
        && entry.stage() == Stage.DISPATCHED
        && !entry.is(ClusterFlag.GONE)
        && report.at() < entry.dispatched() + PropagatorDelay.LONGEST.toMillis();
  }

  /** Nothing is to be written, but the replica may be another than the one that reported before. */
  private ClusterState listed(ClusterState entry, long at) {
    ClusterState next = at < entry.since() ? entry : onOtherContent(entry, at);
    return timers.observed(next, at);
  }

  private boolean concerns(Report report, ClusterState entry) {
    return ClusterState.foreign(report.attempt(), spec.number()) == entry.foreign();
  }

  /**
   * The replica is written again in the same attempt; a soak is discarded, the deadline stays
   * (rollout-strategy 3.4). A report from before the last news of it is late: it only shows that it
   * was observed.
   */
  private ClusterState vanished(ClusterState entry, long at, boolean ignored) {
    ClusterState next = at >= entry.dispatched() ? soakOverAt(entry, at) : entry;
    if (next.stage().isFinal()) {
      boolean lost = next.hasVersion() || spec.providesPendingContent();
      return lost && at >= next.dispatched() && !next.is(ClusterFlag.GONE) ? next.gone() : next;
    }
    boolean known = next.stage() == Stage.DISPATCHED && writtenAgainOrGone(next);
    if (at < next.since() || known && at == next.since()) {
      // No soak may begin before it.
      boolean soaks = next.stage() == Stage.SOAKING && at >= next.dispatched();
      return timers.observed(soaks ? next.with(ClusterFlag.REWRITTEN) : next, at);
    }
    return next.stage() == Stage.SOAKING && ignored
        ? next.to(Stage.SUCCEEDED, at).gone()
        : timers.observed(next.to(Stage.DISPATCHED, at).gone(), at);
  }

  private static boolean writtenAgainOrGone(ClusterState entry) {
    return entry.is(ClusterFlag.GONE) || entry.is(ClusterFlag.REWRITTEN);
  }

  /**
   * A verdict on another dispatch proves nothing. If the replica has this version all the same, it
   * was restored or edited: the hub is asked what it names now, or no verdict would ever count.
   */
  private ClusterState unrecorded(ClusterState entry, Report report) {
    if (entry.stage() == Stage.SOAKING && sameContent(report) && report.at() >= entry.since()) {
      // No evidence, but that it is there and complies: what began its soak stands.
      return soakOverAt(seen(entry, report, proved(report)), Math.min(report.at(), timers.now()));
    }
    boolean asks =
        entry.stage() == Stage.DISPATCHED
            && !entry.is(ClusterFlag.GONE)
            && sameContent(report)
            && report.at() > entry.since();
    long at = timers.clamp(report.at(), entry.since());
    return asks ? entry.to(Stage.DISPATCHED, at).gone() : entry;
  }

  /** Keeps the bad news, that it has reported at all, and that it was observed. */
  private ClusterState late(ClusterState entry, Report report) {
    Verdict verdict = sameContent(report) ? proved(report) : Verdict.SILENT;
    boolean bad = verdict == Verdict.NEGATIVE;
    boolean answered = verdict != Verdict.SILENT;
    ClusterState next =
        entry
            .with(ClusterFlag.NEGATIVE, bad || entry.is(ClusterFlag.NEGATIVE))
            .with(ClusterFlag.REPORTED, answered || entry.is(ClusterFlag.REPORTED));
    return timers.observed(next, timers.clamp(report.at(), entry.dispatched()));
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

  private ClusterState reported(
      ClusterState entry, Report report, boolean ignored, boolean newest) {
    boolean sameContent = sameContent(report);
    Verdict verdict = sameContent ? proved(report) : Verdict.SILENT;
    long at = timers.clamp(report.at(), entry.dispatched());
    boolean there = entry.is(ClusterFlag.GONE) && report.at() > entry.since();
    ClusterState next = soakOverAt(there ? entry.rewritten(entry.foreign()) : entry, at);
    boolean follows = next.stage() == Stage.DISPATCHED && next.is(ClusterFlag.NOT_FOLLOWED);
    if (follows && !report.late()) {
      next = next.followed(at);
    }
    next = noted(next, report, verdict, at);
    return judged(next, report, verdict, at, ignored, newest);
  }

  private ClusterState noted(ClusterState entry, Report report, Verdict verdict, long at) {
    boolean waits = entry.stage() == Stage.DISPATCHED;
    ClusterState next =
        seen(entry, report, verdict)
            .with(ClusterFlag.NOT_FOLLOWED, report.late())
            .with(ClusterFlag.PREDATED, report.predated() && sameContent(report));
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
    return waits ? timers.observed(next, at) : next;
  }

  /** Keeps whether its cluster is Available, and whether it was seen to comply since it was not. */
  private ClusterState seen(ClusterState entry, Report report, Verdict verdict) {
    long at = Math.min(report.at(), timers.now());
    if (heldUp(entry, at)) {
      return entry;
    }
    boolean away = report.unreachable();
    ClusterState next = away ? entry.away(at) : entry.with(ClusterFlag.UNREACHABLE, false);
    boolean confirmed = !away && verdict == Verdict.POSITIVE;
    return entry.stage().isFinal()
        ? next
        : next.with(
            ClusterFlag.UNCONFIRMED, !confirmed && (away || entry.is(ClusterFlag.UNCONFIRMED)));
  }

  /**
   * True for a report that says nothing of how its cluster is now: from before the soak that runs,
   * or from before its cluster was last seen not to be Available.
   */
  private static boolean heldUp(ClusterState entry, long at) {
    return at < entry.away() || entry.stage() == Stage.SOAKING && at < entry.since();
  }

  /** A frozen status is no success where only its present verdict counts (rollout-strategy E4). */
  private static Verdict proved(Report report) {
    boolean frozen = report.weak() && report.unreachable();
    return frozen && report.verdict() == Verdict.POSITIVE ? Verdict.SILENT : report.verdict();
  }

  private ClusterState judged(
      ClusterState entry,
      Report report,
      Verdict verdict,
      long at,
      boolean ignored,
      boolean newest) {
    // Reports may overtake each other: a soak begins no earlier than the last negative one.
    long latest = Math.max(at, entry.since());
    return switch (entry.stage()) {
      case STARTED -> entry;
      case DISPATCHED ->
          switch (verdict) {
            case POSITIVE ->
                overtaken(entry, report, newest)
                    ? entry
                    : entry
                        .with(ClusterFlag.OBSERVED, false)
                        .to(ignored ? Stage.SUCCEEDED : Stage.SOAKING, latest);
            case NEGATIVE -> entry.to(Stage.DISPATCHED, latest);
            case SILENT -> sameContent(report) ? entry : onOtherContent(entry, latest);
          };
      case SOAKING -> {
        if (!ignored && onFormerContent(entry, report)) {
          yield timers.observed(entry.with(ClusterFlag.REWRITTEN), at);
        }
        if (verdict == Verdict.NEGATIVE || !sameContent(report)) {
          ClusterState next = fromSoak(entry, verdict, at, ignored);
          yield sameContent(report) || ignored ? next : onOtherContent(next, next.since());
        }
        yield timers.soakOver(entry, at)
            ? entry.to(Stage.SUCCEEDED, at)
            : timers.observed(entry, at);
      }
      case SUCCEEDED -> afterSuccess(entry, verdict, at, latest);
      case FAILED, TIMED_OUT ->
          verdict == Verdict.POSITIVE ? entry.with(ClusterFlag.CONTRADICTED) : entry;
      case NEW_CLUSTER -> entry;
    };
  }

  /**
   * Its success stands, and is contradicted for as long as it does not comply (rollout-strategy
   * 3.4). What was observed before the last bad news says nothing of how it is now.
   */
  private ClusterState afterSuccess(ClusterState entry, Verdict verdict, long at, long latest) {
    if (verdict == Verdict.NEGATIVE) {
      ClusterState next = entry.with(ClusterFlag.CONTRADICTED);
      return rules.before(2) ? next : next.to(Stage.SUCCEEDED, latest);
    }
    boolean again = verdict == Verdict.POSITIVE && at == latest && !rules.before(2);
    return again ? entry.with(ClusterFlag.CONTRADICTED, false) : entry;
  }

  /** True for one that was held up, or is delivered again: what began the soak was seen later. */
  private boolean onFormerContent(ClusterState entry, Report report) {
    return !sameContent(report) && report.at() < entry.since();
  }

  /**
   * The replica carries other content: what was reported until then proves nothing any more, in
   * whatever order it arrives (rollout-strategy E3).
   */
  private static ClusterState onOtherContent(ClusterState entry, long at) {
    return entry.to(Stage.DISPATCHED, at).with(ClusterFlag.REWRITTEN);
  }

  /** True for a report from before the last negative one, when a newer one is at hand. */
  private static boolean overtaken(ClusterState entry, Report report, boolean newest) {
    return !newest && entry.is(ClusterFlag.NEGATIVE) && report.at() < entry.since();
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
    return timers.observed(entry.to(Stage.DISPATCHED, since), at);
  }
}
