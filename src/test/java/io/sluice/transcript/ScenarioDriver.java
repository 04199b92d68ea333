package io.sluice.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.PendingMode;
import io.sluice.strategy.Strategy;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Tells what becomes of a policy, event by event, over as many attempts as it takes.
 *
 * <p>After each event the scenario says the row that it expects, in the words of the tables in
 * rollout-strategy section 6; so what is told cannot part from them unseen. {@link
 * TranscriptRecorder} writes it down.
 */
final class ScenarioDriver {
  private final ScenarioHub hub;
  private final TranscriptRecorder chronicle;
  private boolean unchecked;

  ScenarioDriver(Strategy strategy, PendingMode mode, boolean informPolicy, ListShuffler disorder) {
    hub = new ScenarioHub(strategy, mode, informPolicy, disorder);
    chronicle = new TranscriptRecorder(hub, disorder);
  }

  String text() {
    checked();
    return chronicle.text();
  }

  // The fleet.

  ScenarioDriver group(String name, String... clusters) {
    return groupIn("placement", name, clusters);
  }

  ScenarioDriver groupIn(String placement, String name, String... clusters) {
    long index =
        hub.groups.keySet().stream().filter(key -> key.placement().equals(placement)).count();
    GroupKey key = new GroupKey(placement, name, (int) index);
    Arrays.asList(clusters).forEach(cluster -> hub.join(key, cluster));
    return this;
  }

  /** Groups dev (d1, d2), stage (s1, s2) and prod (p1, p2). */
  ScenarioDriver three() {
    return group("dev", "d1", "d2").group("stage", "s1", "s2").group("prod", "p1", "p2");
  }

  ScenarioDriver ignore(String cluster) {
    hub.ignored.add(cluster);
    return this;
  }

  // What happens.

  /** What was told up to here went before: of the story it is only the beginning. */
  ScenarioDriver before() {
    checked();
    chronicle.beginAnew();
    return this;
  }

  ScenarioDriver write() {
    hub.edit();
    String done = hub.generation == 1 ? "created" : "written";
    return next("v%d is %s".formatted(hub.generation, done));
  }

  ScenarioDriver compliant(String... clusters) {
    return report(Verdict.POSITIVE, "compliant", clusters);
  }

  ScenarioDriver notCompliant(String... clusters) {
    return report(Verdict.NEGATIVE, "not compliant", clusters);
  }

  private ScenarioDriver report(Verdict verdict, String words, String... clusters) {
    for (String cluster : clusters) {
      hub.replicas.computeIfPresent(cluster, (name, held) -> held.saying(verdict));
      chronicle.hear(cluster);
    }
    return next(String.join(", ", clusters) + " " + words);
  }

  /** The clusters comply, and go on doing so until their soak is over. */
  ScenarioDriver soaked(String... clusters) {
    compliant(clusters);
    unchecked = false;
    return soakPasses();
  }

  ScenarioDriver soakPasses() {
    Duration wanted = hub.strategy.minSuccessTime();
    Duration floor = AttemptSpec.DEFAULT_SOAK_FLOOR;
    return after(wanted.compareTo(floor) > 0 ? wanted : floor);
  }

  ScenarioDriver after(Duration time) {
    return until(chronicle.now().plus(time), words(time) + " pass");
  }

  /** Time passes until the deadline of that cluster. */
  ScenarioDriver deadlineOf(String cluster) {
    Duration deadline = hub.strategy.progressDeadline().orElseThrow();
    return until(
        chronicle.dispatched(cluster).plus(deadline),
        "the deadline of %s passes".formatted(cluster));
  }

  private ScenarioDriver until(Instant end, String words) {
    checked();
    chronicle.until(end, words);
    unchecked = true;
    return this;
  }

  ScenarioDriver approve(String... names) {
    for (String name : names) {
      hub.rollout.orElseThrow().approvals.put(name, true);
    }
    return next(String.join(" and ", names) + " approved");
  }

  ScenarioDriver disapprove(String name) {
    hub.rollout.orElseThrow().approvals.put(name, false);
    return next("rolloutApproved of %s is set to false".formatted(name));
  }

  ScenarioDriver joins(String cluster, String group) {
    GroupKey key =
        hub.groups.keySet().stream()
            .filter(known -> known.name().equals(group))
            .findFirst()
            .orElseThrow();
    hub.join(key, cluster);
    return next("%s joins %s".formatted(cluster, group));
  }

  /** The cluster loses its connection; that is seen at once. */
  ScenarioDriver offline(String cluster) {
    hub.offline.add(cluster);
    chronicle.hear(cluster);
    return next(cluster + " goes offline");
  }

  ScenarioDriver returns(String cluster) {
    hub.offline.remove(cluster);
    chronicle.hear(cluster);
    return next(cluster + " returns");
  }

  ScenarioDriver foreign(String cluster) {
    hub.foreign.add(cluster);
    return next("a restricted binding of somebody else enforces " + cluster);
  }

  ScenarioDriver retry(String rolloutUid) {
    hub.rollout.orElseThrow().retry = Optional.of(rolloutUid);
    return next("retryRollout.rolloutUID is set to " + rolloutUid);
  }

  ScenarioDriver deleteRollout() {
    hub.rollout = Optional.empty();
    return next("the Rollout object is deleted");
  }

  /** What has happened takes its course. */
  ScenarioDriver next(String words) {
    checked();
    chronicle.event(words);
    unchecked = true;
    return this;
  }

  // What is expected.

  /** The row of the table. */
  ScenarioDriver is(String row) {
    assertThat(chronicle.row().text()).as("at\n%s", chronicle.text()).isEqualTo(row);
    unchecked = false;
    return this;
  }

  /** Whose replicas were written by the last event. */
  ScenarioDriver wrote(String... clusters) {
    assertThat(hub.written).as("writes at\n%s", chronicle.text()).containsExactly(clusters);
    return this;
  }

  ScenarioDriver waitsFor(String words) {
    assertThat(chronicle.told().waitingFor())
        .as("waitingFor at\n%s", chronicle.text())
        .contains(words);
    return this;
  }

  /** Each as {@code d2 TimeOut RecoveredLate}. */
  ScenarioDriver exceptions(String... expected) {
    assertThat(chronicle.told().exceptions().stream().map(TranscriptRecorder::brief))
        .as("exceptions at\n%s", chronicle.text())
        .containsExactly(expected);
    return this;
  }

  /** How all former attempts ended, each as {@code u2 Superseded}. */
  ScenarioDriver ended(String... attempts) {
    assertThat(chronicle.ended()).containsExactly(attempts);
    return this;
  }

  /** A row that nobody held against the table is worth nothing. */
  private void checked() {
    if (unchecked) {
      throw new IllegalStateException("Say which row is expected after\n" + chronicle.text());
    }
  }

  private static String words(Duration time) {
    long seconds = time.toSeconds();
    return seconds % 86400 == 0
        ? seconds / 86400 + "d"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
