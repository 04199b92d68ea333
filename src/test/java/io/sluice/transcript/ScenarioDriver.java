package io.sluice.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.strategy.Strategy;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Drives a scenario: each method is an event on the hub, or a check of the result.
 *
 * <p>After each event the scenario states the expected row, as in the tables of rollout-strategy
 * section 6, so a transcript cannot differ from them. {@link TranscriptRecorder} records it.
 */
final class ScenarioDriver {
  private final ScenarioHub hub;
  private final TranscriptRecorder recorder;
  private boolean unchecked;

  ScenarioDriver(Strategy strategy, PendingMode mode, boolean informPolicy, ListShuffler shuffler) {
    hub = new ScenarioHub(strategy, mode, informPolicy, shuffler);
    recorder = new TranscriptRecorder(hub, shuffler);
  }

  String text() {
    checked();
    return recorder.text();
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

  // Events.

  /** Ends the preparation: the transcript begins here. */
  ScenarioDriver before() {
    checked();
    recorder.restart();
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

  private ScenarioDriver report(Verdict verdict, String what, String... clusters) {
    for (String cluster : clusters) {
      hub.replicas.computeIfPresent(cluster, (name, replica) -> replica.withVerdict(verdict));
      recorder.receive(cluster);
    }
    return next(String.join(", ", clusters) + " " + what);
  }

  /** The clusters comply until their soak is over. */
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
    return until(recorder.now().plus(time), text(time) + " pass");
  }

  /** Time passes until the deadline of that cluster. */
  ScenarioDriver deadlineOf(String cluster) {
    Duration deadline = hub.strategy.progressDeadline().orElseThrow();
    return until(
        recorder.dispatched(cluster).plus(deadline),
        "the deadline of %s passes".formatted(cluster));
  }

  private ScenarioDriver until(Instant end, String what) {
    checked();
    recorder.until(end, what);
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

  /** The cluster loses its connection, which is reported at once. */
  ScenarioDriver offline(String cluster) {
    hub.offline.add(cluster);
    recorder.receive(cluster);
    return next(cluster + " goes offline");
  }

  ScenarioDriver returns(String cluster) {
    hub.offline.remove(cluster);
    recorder.receive(cluster);
    return next(cluster + " returns");
  }

  /** The replica is deleted by hand, or with its namespace, and the leader reports it. */
  ScenarioDriver vanishes(String cluster) {
    hub.replicas.remove(cluster);
    recorder.receive(Report.replicaGone(cluster, recorder.now()));
    return next("the replica of %s is deleted".formatted(cluster));
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

  /** Lets reconciler and run handle what has happened. */
  ScenarioDriver next(String what) {
    checked();
    recorder.event(what);
    unchecked = true;
    return this;
  }

  // Checks.

  /** Checks the row of the table. */
  ScenarioDriver is(String row) {
    assertThat(recorder.row().text()).as("at\n%s", recorder.text()).isEqualTo(row);
    unchecked = false;
    return this;
  }

  /** Checks which replicas the last event wrote. */
  ScenarioDriver wrote(String... clusters) {
    assertThat(hub.written).as("writes at\n%s", recorder.text()).containsExactly(clusters);
    return this;
  }

  ScenarioDriver waitsFor(String what) {
    assertThat(recorder.reported().waitingFor())
        .as("waitingFor at\n%s", recorder.text())
        .contains(what);
    return this;
  }

  /** Checks the listed clusters, each as {@code d2 TimeOut RecoveredLate}. */
  ScenarioDriver exceptions(String... expected) {
    assertThat(recorder.reported().exceptions().stream().map(TranscriptRecorder::brief))
        .as("exceptions at\n%s", recorder.text())
        .containsExactly(expected);
    return this;
  }

  /** Checks how all former attempts ended, each as {@code u2 Superseded}. */
  ScenarioDriver ended(String... attempts) {
    assertThat(recorder.ended()).containsExactly(attempts);
    return this;
  }

  /** Fails if the last row was not compared with a table. */
  private void checked() {
    if (unchecked) {
      throw new IllegalStateException("State the expected row after\n" + recorder.text());
    }
  }

  private static String text(Duration time) {
    long seconds = time.toSeconds();
    return seconds % 86400 == 0
        ? seconds / 86400 + "d"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
