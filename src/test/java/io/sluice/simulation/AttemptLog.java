package io.sluice.simulation;

import io.sluice.check.CheckKey;
import io.sluice.check.CheckResult;
import io.sluice.fleet.GroupKey;
import io.sluice.gate.KeptVersion;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Logs what reached one attempt, independently of how the planner handles it. */
final class AttemptLog {
  final AttemptSpec spec;
  final Map<String, ClusterLog> clusters = new HashMap<>();

  /** Current members that were written, by a dispatch or with what they run until their turn. */
  final Set<String> dispatchWrites = new HashSet<>();

  /** Group names approved by message, an empty one for the ungrouped clusters. */
  final Set<String> messages = new TreeSet<>();

  /** Group names that the spec approved at the last step (A6). */
  private Set<String> specApproved = new TreeSet<>();

  /** The last verdict of each member on this version, whether it was started or not. */
  final Map<String, Verdict> shown = new HashMap<>();

  /** Clusters that were last seen with this version where nothing had it before the attempt. */
  final Set<String> early = new HashSet<>();

  /** When each question was asked last that passed. */
  final Map<CheckKey, Instant> passed = new HashMap<>();

  /** Number of steps. */
  int steps;

  /** The clusters of each group at the last write of the status. */
  Map<GroupKey, Set<String>> reported = Map.of();

  /** The groups, each with its index, when there were groups first. */
  Optional<Set<String>> indexed = Optional.empty();

  /** Groups approved by message in this attempt, whatever its state says. */
  final Set<String> granted = new TreeSet<>();

  /** The same, withdrawn or not. */
  final Set<String> everGranted = new TreeSet<>();

  /** Clusters whose groups were approved as they started. */
  final Set<String> approvedStarts = new HashSet<>();

  /** How often each cluster had been let go when the snapshot had it last. */
  final Map<String, Integer> releases = new HashMap<>();

  /** Clusters that left after the last write of the status: it still shows what became of them. */
  final Set<String> left = new HashSet<>();

  /** Whether any cluster was started. */
  boolean begun;

  boolean pausedByMessage;
  boolean aborted;
  boolean asked;
  Optional<Outcome> outcome = Optional.empty();
  Optional<String> breach = Optional.empty();
  Optional<StepView> last = Optional.empty();

  AttemptLog(AttemptSpec spec) {
    this.spec = spec;
  }

  Optional<Duration> deadline() {
    return spec.strategy().progressDeadline();
  }

  /** Returns how long a success must last (rollout-strategy I6 and E6). */
  Duration soak(boolean weak) {
    if (spec.strategy().type() == StrategyType.ALL) {
      return Duration.ZERO;
    }
    Duration floor = weak ? spec.weakSoakFloor() : spec.soakFloor();
    Duration wanted = spec.strategy().minSuccessTime();
    return floor.compareTo(wanted) > 0 ? floor : wanted;
  }

  /** Enters what reaches the attempt with this step, before the checks. */
  void enter(Observation seen, Set<String> members, Instant now) {
    seen.answers().stream()
        .filter(answer -> answer.reply().result() == CheckResult.PASSED)
        .forEach(answer -> passed.put(answer.key(), answer.at()));
    clusters.keySet().stream().filter(name -> !members.contains(name)).forEach(left::add);
    clusters.keySet().retainAll(members);
    dispatchWrites.retainAll(members);
    seen.acks().stream()
        .filter(ack -> ack.to() == Ack.RequestedWrite.DISPATCH)
        .forEach(this::enter);
    seen.reports().stream().sorted(Comparator.comparingLong(Report::at)).forEach(this::enterShown);
    shown.keySet().retainAll(members);
    enterEarly(seen);
    early.retainAll(members);
    seen.reports().forEach(report -> enter(report, now));
    seen.looks()
        .forEach(
            look ->
                look.clusters()
                    .forEach(
                        cluster ->
                            Optional.ofNullable(clusters.get(cluster))
                                .ifPresent(log -> log.looked(look.at()))));
    if (seen.hub().claim() == HubSnapshot.ClaimState.HELD) {
      enter(seen.hub().intent());
    }
  }

  private void enter(Intent intent) {
    Set<String> now = new TreeSet<>();
    intent.decisionGroups().stream()
        .filter(Intent.GroupApproval::rolloutApproved)
        .forEach(group -> now.add(group.groupName()));
    if (intent.ungroupedApproved()) {
      now.add("");
    }
    specApproved.removeAll(now);
    messages.removeAll(specApproved);
    granted.removeAll(specApproved);
    specApproved = now;
  }

  private void enter(Ack ack) {
    ClusterLog log = clusters.get(ack.cluster());
    if (log != null && (log.missing || log.unrecorded) && ack.refusal().isEmpty()) {
      log.missing = false;
      log.attempt = ack.attempt();
    }
    if (log == null || log.stage != Stage.STARTED || log.dispatched.isPresent()) {
      return;
    }
    if (ack.refusal().isPresent()) {
      log.refused = log.refused.or(() -> Optional.of(ack.at()));
      log.looked(ack.at());
    } else {
      Instant earliest = log.refused.orElse(log.started);
      log.dispatched = Optional.of(ack.at().isBefore(earliest) ? earliest : ack.at());
      log.attempt = ack.attempt();
      // The acknowledgement ends the clock of a rejection, and reports before it do not count.
      log.lastLook = Instant.MIN;
    }
  }

  private void enter(Report report, Instant now) {
    ClusterLog log = clusters.get(report.cluster());
    // What is reported before the turn is shown, and proves nothing (6.3).
    if (log == null || report.pending() && spec.mode() != PendingMode.BESIDE) {
      return;
    }
    Instant observed = Instant.ofEpochMilli(report.at());
    if (report.gone()) {
      log.gone(observed.isAfter(now) ? now : observed);
      return;
    }
    if (log.dispatched.isEmpty()) {
      return;
    }
    boolean same = report.contentHash().equals(spec.version().contentHash());
    boolean anew = spec.mode() == PendingMode.BESIDE && (report.pending() || !same);
    if (anew && observed.isAfter(log.dispatched.get())) {
      // Beside the propagator another replica stands there, as inform.
      log.gone(observed.isAfter(now) ? now : observed);
      return;
    }
    if (report.pending()) {
      return;
    }
    if (report.attempt() != log.attempt) {
      log.unrecorded |= same;
      log.seenAway |= same && report.unreachable();
      if (same && !report.unreachable() && report.verdict() == Verdict.POSITIVE) {
        log.seenComplying.add(observed);
      }
      return;
    }
    log.missing &= !observed.isAfter(log.gone);
    Instant floor = log.dispatched.get();
    Instant capped = observed.isAfter(now) ? now : observed;
    Instant at = capped.isBefore(floor) ? floor : capped;
    // E4: the frozen status of an unreachable cluster is no success on a current verdict alone.
    boolean frozen = report.weak() && report.unreachable() && report.verdict() == Verdict.POSITIVE;
    log.reports.add(
        new ClusterLog.LoggedReport(
            observed,
            at,
            same && !frozen ? report.verdict() : Verdict.SILENT,
            report.weak(),
            report.unreachable()));
    log.looked(at);
  }

  /** Gate 5: what has the version of an attempt that nothing had before was let through. */
  private void enterEarly(Observation seen) {
    boolean told = seen.hub().kept().filter(KeptVersion::unprecedented).isPresent();
    seen.reports().stream()
        .sorted(Comparator.comparingLong(Report::at))
        .filter(report -> report.gone() || told)
        .filter(report -> !clusters.containsKey(report.cluster()))
        .forEach(
            report -> {
              boolean same = report.contentHash().equals(spec.version().contentHash());
              if (same && !report.gone()) {
                early.add(report.cluster());
              } else {
                early.remove(report.cluster());
              }
            });
  }

  /** Keeps the last verdict on this version that is no weak one, in the order of observation. */
  private void enterShown(Report report) {
    boolean same = report.contentHash().equals(spec.version().contentHash());
    boolean counts = same && !report.weak() && !report.gone();
    shown.put(report.cluster(), counts ? report.verdict() : Verdict.SILENT);
  }

  /** Another run continues the attempt. */
  void goOn(AttemptLog former) {
    granted.addAll(former.granted);
    everGranted.addAll(former.everGranted);
    indexed = former.indexed;
  }

  /** Forgets earlier reports: the attempt continues from the state on the hub. */
  void goOn(AttemptLog former, AttemptState found) {
    for (ClusterState entry : found.clusters()) {
      ClusterLog known = former.clusters.get(entry.cluster());
      long named = named(entry.foreign());
      boolean bad = known != null && (known.badBefore || known.hasNegative());
      clusters.put(entry.cluster(), ClusterLog.found(entry, named, bad));
    }
    dispatchWrites.addAll(former.dispatchWrites);
    approvedStarts.addAll(former.approvedStarts);
    releases.putAll(former.releases);
    found.requests().approvals().forEach(given -> messages.add(given.groupName().orElse("")));
    begun = !found.clusters().isEmpty();
    pausedByMessage = found.requests().paused();
    outcome = found.outcome();
    breach = found.breach();
  }

  /** Returns the number that its dispatch names; 0: it has none. */
  private long named(long foreign) {
    if (foreign == 0) {
      return spec.number();
    }
    if (foreign == spec.number()) {
      return -1;
    }
    return foreign == -1 ? 0 : foreign;
  }
}
