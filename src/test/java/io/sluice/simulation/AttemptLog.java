package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Writes down what reached one attempt, independently of what the attempt makes of it. */
final class AttemptLog {
  final AttemptSpec spec;
  final Map<String, ClusterLog> clusters = new HashMap<>();

  /** Clusters written by a dispatch, or given something to wait with; of present members. */
  final Set<String> dispatchWrites = new HashSet<>();

  /** Group names approved by message, an empty one for the ungrouped clusters. */
  final Set<String> messages = new TreeSet<>();

  /** Group names that the spec approved at the last step (A6). */
  private Set<String> specApproved = new TreeSet<>();

  /** How many steps it has taken. */
  int steps;

  /** The clusters of each group when the status was written last. */
  Map<GroupKey, Set<String>> told = Map.of();

  /** Whether anybody was ever started. */
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

  /** How long a success must last, by rollout-strategy I6 and E6. */
  Duration soak(boolean weak) {
    if (spec.strategy().type() == StrategyType.ALL) {
      return Duration.ZERO;
    }
    Duration floor = weak ? spec.weakSoakFloor() : spec.soakFloor();
    Duration wanted = spec.strategy().minSuccessTime();
    return floor.compareTo(wanted) > 0 ? floor : wanted;
  }

  /** Enters what reaches the attempt with this step, before it is judged. */
  void enter(Observation seen, Set<String> members, Instant now) {
    clusters.keySet().retainAll(members);
    dispatchWrites.retainAll(members);
    seen.acks().stream()
        .filter(ack -> ack.to() == Ack.RequestedWrite.DISPATCH)
        .forEach(this::enter);
    seen.reports().forEach(report -> enter(report, now));
    seen.looks()
        .forEach(
            look ->
                look.clusters()
                    .forEach(
                        cluster ->
                            Optional.ofNullable(clusters.get(cluster))
                                .ifPresent(book -> book.looked(look.at()))));
    if (seen.hub().claim() == HubSnapshot.Claim.HELD) {
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
    specApproved = now;
  }

  private void enter(Ack ack) {
    ClusterLog book = clusters.get(ack.cluster());
    if (book == null || book.stage != Stage.STARTED || book.dispatched.isPresent()) {
      return;
    }
    if (ack.refusal().isPresent()) {
      book.refused = book.refused.or(() -> Optional.of(ack.at()));
      book.looked(ack.at());
    } else {
      Instant earliest = book.refused.orElse(book.started);
      book.dispatched = Optional.of(ack.at().isBefore(earliest) ? earliest : ack.at());
      book.attempt = ack.attempt();
      // A refusal's clock ends with the acknowledgement, and so does what was seen by then.
      book.lastLook = Instant.MIN;
    }
  }

  private void enter(Report report, Instant now) {
    ClusterLog book = clusters.get(report.cluster());
    if (book == null || book.dispatched.isEmpty() || report.attempt() != book.attempt) {
      return;
    }
    Instant floor = book.dispatched.get();
    Instant capped = report.observedAt().isAfter(now) ? now : report.observedAt();
    Instant at = capped.isBefore(floor) ? floor : capped;
    boolean same = report.contentHash().equals(spec.version().contentHash());
    // E4: a frozen status is no success where only its present verdict speaks.
    boolean frozen = report.weak() && report.unreachable() && report.verdict() == Verdict.POSITIVE;
    book.news.add(
        new ClusterLog.News(
            report.observedAt(),
            at,
            same && !frozen ? report.verdict() : Verdict.SILENT,
            report.weak()));
    book.looked(at);
  }

  /** What was heard before is forgotten: the attempt goes on from what stands on the hub. */
  void goOn(AttemptLog former, AttemptState found) {
    for (ClusterState entry : found.clusters()) {
      ClusterLog known = former.clusters.get(entry.cluster());
      long named = entry.foreign() == 0 ? spec.number() : Math.max(0, entry.foreign());
      boolean bad = known != null && (known.badBefore || known.heardBad());
      clusters.put(entry.cluster(), ClusterLog.found(entry, named, bad));
    }
    dispatchWrites.addAll(former.dispatchWrites);
    found.wishes().approvals().forEach(given -> messages.add(given.groupName().orElse("")));
    begun = !found.clusters().isEmpty();
    pausedByMessage = found.wishes().paused();
    outcome = found.outcome();
    breach = found.breach();
  }
}
