package io.sluice.explain;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import io.sluice.rollout.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds what keeps a cluster from starting, in the order in which the planner asks
 * (rollout-strategy F6 to F11).
 */
final class TurnWaitFinder {
  private final AttemptState state;
  private final Progress progress;
  private final Instant now;
  private final Strategy strategy;
  private final ClusterTimers timers;

  TurnWaitFinder(AttemptState state, Progress progress, Instant now) {
    this.state = state;
    this.progress = progress;
    this.now = now;
    this.strategy = state.spec().strategy();
    this.timers = new ClusterTimers(state.spec(), now);
  }

  TurnWait of(PendingCluster cluster) {
    GroupKey group = MemberFinder.group(state, cluster);
    return attempt()
        .or(() -> mandatory(group))
        .or(() -> unapproved(group))
        .or(() -> order(group, cluster))
        .or(() -> closed(group))
        .orElseGet(() -> new TurnWait("step", "the next step of the rollout"));
  }

  /** What holds every cluster back. */
  private Optional<TurnWait> attempt() {
    if (state.outcome().isPresent()) {
      String outcome = state.outcome().get().label();
      String why = state.breach().or(state::aborted).map(": "::concat).orElse("");
      return Optional.of(
          new TurnWait("outcome", "another attempt: this one ended as " + outcome + why));
    }
    return switch (progress.phase()) {
      case PAUSED -> Optional.of(new TurnWait("pause", "the end of the pause. " + sentence()));
      case PENDING -> Optional.of(new TurnWait("pending", "settings in order. " + sentence()));
      default ->
          state.spec().providesPendingContent() && !state.informed()
              ? Optional.of(
                  new TurnWait("inform", "what clusters run until their turn to be written"))
              : Optional.empty();
    };
  }

  private String sentence() {
    return progress.waitingFor().replaceFirst("\\.$", "");
  }

  /** F8. */
  private Optional<TurnWait> mandatory(GroupKey own) {
    return first(
        group ->
            strategy.mandatory(group.key())
                && (!strategy.mandatory(own) || group.key().compareTo(own) < 0),
        "mandatory group ");
  }

  private Optional<TurnWait> order(GroupKey own, PendingCluster cluster) {
    if (strategy.mandatory(own)) {
      return Optional.empty();
    }
    return switch (strategy.type()) {
      case ALL -> Optional.empty();
      case PROGRESSIVE -> Optional.of(window(cluster));
      case PROGRESSIVE_PER_GROUP -> first(group -> before(group, own), "group ");
      case MANUAL_PER_GROUP -> begunFirst(own);
    };
  }

  /** What calendars and checks have clusters of the group wait for (between-waves 2 and 3). */
  private Optional<TurnWait> closed(GroupKey own) {
    return progress.groups().stream()
        .filter(group -> group.key().equals(own))
        .flatMap(group -> group.holds().stream())
        .filter(hold -> hold.kind().closes())
        .map(
            hold ->
                new TurnWait(
                    hold.kind().label().toLowerCase(Locale.ROOT) + " " + hold.rule().orElse(""),
                    hold.message().replaceFirst("^Waiting for ", "").replaceFirst("\\.$", "")))
        .findFirst();
  }

  private boolean before(Progress.Group group, GroupKey own) {
    return !strategy.mandatory(group.key()) && group.key().compareTo(own) < 0;
  }

  /** F11, and rules of approvals whatever the type is (between-waves 4). */
  private Optional<TurnWait> unapproved(GroupKey own) {
    return progress.groups().stream()
        .filter(group -> group.key().equals(own) && !group.approved())
        .findFirst()
        .map(group -> new TurnWait("approval " + own.label(), "approval of group " + own.label()));
  }

  /** F11: groups that have begun come first; then approved ones in order. */
  private Optional<TurnWait> begunFirst(GroupKey own) {
    return first(group -> !group.key().equals(own) && group.counts().begun(), "group ")
        .or(() -> first(group -> group.approved() && before(group, own), "group "));
  }

  /** F9. */
  private TurnWait window(PendingCluster cluster) {
    long inFlight =
        state.clusters().stream()
            .filter(entry -> entry.inFlight() && !strategy.mandatory(group(entry)))
            .count();
    long total =
        MemberFinder.members(state)
            .filter(member -> !strategy.mandatory(MemberFinder.group(state, member)))
            .count();
    long before =
        state.waiting().stream()
            .filter(entry -> !strategy.mandatory(MemberFinder.group(state, entry)))
            .filter(entry -> ByteOrder.NAMES.compare(entry.cluster(), cluster.cluster()) < 0)
            .count();
    String limit =
        strategy
            .maxConcurrency()
            .map(amount -> "%d of maxConcurrency %s are in flight".formatted(inFlight, amount))
            .orElse("%d of %d are in flight".formatted(inFlight, total));
    String queue =
        before == 0
            ? "it is the next by name"
            : "%s not started yet %s before it by name"
                .formatted(Wording.clusters(before), before == 1 ? "is" : "are");
    String calendar =
        closed(MemberFinder.group(state, cluster))
            .map(wait -> "; and for " + wait.text())
            .orElse("");
    return new TurnWait("window", "a free place: %s, %s%s".formatted(limit, queue, calendar));
  }

  private GroupKey group(ClusterState entry) {
    return MemberFinder.group(state, entry);
  }

  private Optional<TurnWait> first(
      java.util.function.Predicate<Progress.Group> which, String noun) {
    return progress.groups().stream()
        .filter(group -> which.test(group) && !group.counts().finished())
        .findFirst()
        .map(
            group ->
                new TurnWait(
                    noun + group.label(), noun + group.label() + ", which has " + open(group)));
  }

  /** Formats {@code 1 of 5 clusters soaking until 10:02:09Z}. */
  private String open(Progress.Group group) {
    List<String> parts = new ArrayList<>();
    var counts = group.counts();
    if (counts.toApply() > 0) {
      parts.add(counts.toApply() + " not started");
    }
    if (counts.progressing() > 0) {
      parts.add(counts.progressing() + " progressing");
    }
    if (counts.soaking() > 0) {
      parts.add("%d soaking %s".formatted(counts.soaking(), lastSoak(group.key())));
    }
    return "%s of %s".formatted(String.join(", ", parts), Wording.clusters(counts.clusters()));
  }

  private String lastSoak(GroupKey group) {
    return state.clusters().stream()
        .filter(entry -> entry.stage() == Stage.SOAKING && group(entry).equals(group))
        .mapToLong(timers::soakEnd)
        .max()
        .stream()
        .mapToObj(Instant::ofEpochMilli)
        .map(
            end ->
                end.isAfter(now)
                    ? "until " + Wording.at(end, now)
                    : "until they are available to confirm it")
        .findFirst()
        .orElse("until its end");
  }
}
