package io.sluice.explain;

import io.sluice.gate.HeldClusters;
import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads from the state of an attempt where a cluster stands and what it waits for. */
public final class PresentReader {
  private final AttemptState state;
  private final Progress progress;
  private final Instant now;
  private final ClusterTimers timers;

  public PresentReader(AttemptState state, Progress progress, Instant now) {
    this.state = state;
    this.progress = progress;
    this.now = now;
    this.timers = new ClusterTimers(state.spec(), now);
  }

  /** Returns where it stands; empty if it is no member of the attempt. */
  public Optional<ClusterPresent> of(String cluster) {
    return MemberFinder.find(state, cluster).map(this::present);
  }

  /** Returns the names of all members. */
  public List<String> names() {
    return MemberFinder.members(state).map(Member::cluster).toList();
  }

  private ClusterPresent present(Member member) {
    return member instanceof ClusterState entry ? started(entry) : waiting((PendingCluster) member);
  }

  private ClusterPresent waiting(PendingCluster entry) {
    String wait = new TurnWaitFinder(state, progress, now).of(entry).text();
    return present(
        entry,
        "ToApply",
        "Waiting",
        Optional.empty(),
        Optional.of(wait),
        state.outcome().isPresent()
            ? "It does not start in this attempt."
            : progress
                .held()
                .map(HeldClusters::ofOne)
                .map("The gate holds it: it keeps %s, until its turn comes."::formatted)
                .orElse("It starts when its turn comes."));
  }

  private ClusterPresent started(ClusterState entry) {
    return present(
        entry,
        entry.stage().status().label(),
        stage(entry.stage()),
        Optional.of(entry.sinceInstant()),
        waitsFor(entry),
        next(entry));
  }

  private ClusterPresent present(
      Member member,
      String status,
      String stage,
      Optional<Instant> since,
      Optional<String> waitsFor,
      String next) {
    List<String> names = MemberFinder.names(state, member.group());
    return new ClusterPresent(
        member.cluster(),
        MemberFinder.group(state, member).label(),
        names.indexOf(member.cluster()) + 1,
        names.size(),
        status,
        stage,
        since,
        member.firstDispatch(),
        soakUntil(member),
        deadline(member),
        waitsFor,
        next);
  }

  private Optional<Instant> soakUntil(Member member) {
    return member instanceof ClusterState entry ? timers.soakUntil(entry) : Optional.empty();
  }

  private Optional<Instant> deadline(Member member) {
    return member instanceof ClusterState entry ? timers.deadline(entry) : Optional.empty();
  }

  private static String stage(Stage stage) {
    return switch (stage) {
      case STARTED -> "Started";
      case DISPATCHED -> "Dispatched";
      case SOAKING -> "Soaking";
      case SUCCEEDED, FAILED, TIMED_OUT, NEW_CLUSTER -> "Final";
    };
  }

  private Optional<String> waitsFor(ClusterState entry) {
    return switch (entry.stage()) {
      case STARTED ->
          Optional.of(
              entry.refused() == 0
                  ? progress
                      .held()
                      .map(held -> "OCM's propagator to write it, which its ticket lets through")
                      .orElse("the hub's answer to the write")
                  : "the hub to take the write, which it refuses: " + entry.why());
      case DISPATCHED -> Optional.of(dispatched(entry));
      case SOAKING ->
          Optional.of(
              timers.overstays(entry)
                  ? "its cluster to be available and to report that it is still %s; its soak is over"
                      .formatted(success())
                  : "the end of its soak");
      case SUCCEEDED, FAILED, TIMED_OUT, NEW_CLUSTER -> Optional.empty();
    };
  }

  private String dispatched(ClusterState entry) {
    if (entry.is(ClusterFlag.GONE)) {
      return "its replica to be written again";
    }
    if (entry.is(ClusterFlag.NOT_FOLLOWED)) {
      return "OCM's propagator, which is late in making its replica enforce this version";
    }
    return "a report that it is %s with this version%s"
        .formatted(success(), entry.is(ClusterFlag.UNREACHABLE) ? AWAY : "");
  }

  private static final String AWAY = "; the cluster is not available";

  private String next(ClusterState entry) {
    return switch (entry.stage()) {
      case STARTED ->
          progress.held().isPresent()
              ? "Its ticket stays until it is used; a pause or an abort takes it back."
              : "The write is asked for again" + untilDeadline(entry);
      case DISPATCHED -> unlessItReports(entry);
      case SOAKING ->
          timers.overstays(entry)
              ? unlessItReports(entry)
              : "At %s it succeeds for good, if it stays %s%s."
                  .formatted(
                      at(timers.soakEnd(entry)),
                      success(),
                      entry.is(ClusterFlag.UNCONFIRMED) ? " and is available then" : "");
      case SUCCEEDED, NEW_CLUSTER -> "It keeps this version; nothing more happens to it.";
      case FAILED, TIMED_OUT ->
          entry.is(ClusterFlag.TAKEN_BACK)
              ? "Its write was taken back; it is written again with the next attempt."
              : "It stays as it is until the next attempt.";
    };
  }

  private String unlessItReports(ClusterState entry) {
    return timers.expiry(entry) == ClusterTimers.NEVER
        ? "It has no deadline: it waits until it reports."
        : "At %s its deadline passes: it is read once more, and is Failed or TimeOut."
            .formatted(at(timers.expiry(entry)));
  }

  private String untilDeadline(ClusterState entry) {
    return timers.expiry(entry) == ClusterTimers.NEVER
        ? "."
        : ", until its deadline at " + at(timers.expiry(entry)) + ".";
  }

  private String success() {
    return state.spec().policy().success();
  }

  private String at(long instant) {
    return Wording.at(Instant.ofEpochMilli(instant), now);
  }
}
