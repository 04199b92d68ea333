package io.sluice.explain;

import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Formats what a step changed in the state of one started cluster. */
final class StageFacts {
  private final AttemptSpec spec;
  private final Instant now;
  private final ClusterTimers timers;

  StageFacts(AttemptSpec spec, Instant now) {
    this.spec = spec;
    this.now = now;
    this.timers = new ClusterTimers(spec, now);
  }

  /**
   * Returns the facts.
   *
   * @param former empty if it was not started before
   */
  List<ClusterFact> of(Optional<ClusterState> former, ClusterState entry) {
    List<ClusterFact> facts = new ArrayList<>();
    Optional<Stage> before = former.map(ClusterState::stage);
    if (!before.equals(Optional.of(entry.stage()))) {
      facts.addAll(entered(before, entry));
    }
    if (isNew(former, entry, ClusterFlag.CONTRADICTED)) {
      facts.add(
          fact(
              now,
              ClusterFact.Kind.VERDICT,
              entry.stage() == Stage.SUCCEEDED
                  ? "It is not %s any more; its success stands.".formatted(success())
                  : "It is %s now, after its deadline; its failure stands.".formatted(success())));
    }
    if (entry.stage() == Stage.SUCCEEDED && isOver(former, entry, ClusterFlag.CONTRADICTED)) {
      facts.add(fact(now, ClusterFact.Kind.VERDICT, "It is %s again.".formatted(success())));
    }
    if (isNew(former, entry, ClusterFlag.TAKEN_BACK)) {
      facts.add(fact(now, ClusterFact.Kind.REPLICA, "Its write is taken back."));
    }
    return facts;
  }

  private static boolean isNew(
      Optional<ClusterState> former, ClusterState entry, ClusterFlag flag) {
    return entry.is(flag) && former.filter(before -> before.is(flag)).isEmpty();
  }

  private static boolean isOver(
      Optional<ClusterState> former, ClusterState entry, ClusterFlag flag) {
    return !entry.is(flag) && former.filter(before -> before.is(flag)).isPresent();
  }

  private List<ClusterFact> entered(Optional<Stage> before, ClusterState entry) {
    Instant since = entry.sinceInstant();
    return switch (entry.stage()) {
      case STARTED -> List.of();
      case DISPATCHED ->
          before.equals(Optional.of(Stage.SOAKING))
              ? List.of(
                  fact(
                      since,
                      ClusterFact.Kind.SOAK,
                      "Its soak ends without success" + deadline(entry) + "."))
              : deadline(entry).isEmpty()
                  ? List.of()
                  : List.of(
                      fact(
                          entry.dispatchedAt(),
                          ClusterFact.Kind.WRITE,
                          "Its deadline is " + at(timers.expiry(entry)) + "."));
      case SOAKING ->
          List.of(
              fact(
                  since,
                  ClusterFact.Kind.SOAK,
                  "Its soak of %s begins, until %s."
                      .formatted(
                          Wording.of(spec.soak(entry.is(ClusterFlag.WEAK))),
                          at(timers.soakEnd(entry)))));
      case SUCCEEDED ->
          List.of(
              fact(
                  since,
                  ClusterFact.Kind.FINAL,
                  "It succeeds for good%s."
                      .formatted(entry.is(ClusterFlag.WEAK) ? ", on weak evidence" : "")));
      case FAILED ->
          List.of(
              fact(
                  since,
                  ClusterFact.Kind.FINAL,
                  entry.dispatched() == 0
                      ? "It is Failed: the hub refused the write until its deadline."
                      : "It is Failed: it reported that it %s, and its deadline is over."
                          .formatted(spec.policy().failure())));
      case TIMED_OUT ->
          List.of(
              fact(
                  since,
                  ClusterFact.Kind.FINAL,
                  before.equals(Optional.of(Stage.SOAKING))
                      ? "It is TimeOut: its cluster was not available from the end of its soak to"
                          + " its deadline."
                      : "It is TimeOut: its deadline is over, and it reported nothing on this"
                          + " version."));
      case NEW_CLUSTER ->
          List.of(fact(since, ClusterFact.Kind.FINAL, "It joined after the end: NewCluster."));
    };
  }

  private String deadline(ClusterState entry) {
    return timers.expiry(entry) == ClusterTimers.NEVER
        ? ""
        : "; its deadline is " + at(timers.expiry(entry));
  }

  private String success() {
    return spec.policy().success();
  }

  private String at(long instant) {
    return Wording.at(Instant.ofEpochMilli(instant), now);
  }

  private static ClusterFact fact(Instant at, ClusterFact.Kind kind, String text) {
    return ClusterFact.of(at, kind, text);
  }
}
