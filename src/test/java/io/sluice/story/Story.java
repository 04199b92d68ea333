package io.sluice.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.AttemptSpec;
import io.sluice.plan.Mode;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Tells what becomes of a policy, event by event, over as many attempts as it takes.
 *
 * <p>After each event the scenario says the row that it expects, in the words of the tables in
 * rollout-strategy section 6; so what is told cannot part from them unseen. {@link Chronicle}
 * writes it down.
 */
final class Story {
  private final Hub hub;
  private final Chronicle chronicle;
  private boolean unchecked;

  Story(Strategy strategy, Mode mode, boolean informPolicy, Disorder disorder) {
    hub = new Hub(strategy, mode, informPolicy, disorder);
    chronicle = new Chronicle(hub, disorder);
  }

  String text() {
    checked();
    return chronicle.text();
  }

  // The fleet.

  Story group(String name, String... clusters) {
    return groupIn("placement", name, clusters);
  }

  Story groupIn(String placement, String name, String... clusters) {
    long index =
        hub.groups.keySet().stream().filter(key -> key.placement().equals(placement)).count();
    GroupKey key = new GroupKey(placement, name, (int) index);
    Arrays.asList(clusters).forEach(cluster -> hub.join(key, cluster));
    return this;
  }

  /** Groups dev (d1, d2), stage (s1, s2) and prod (p1, p2). */
  Story three() {
    return group("dev", "d1", "d2").group("stage", "s1", "s2").group("prod", "p1", "p2");
  }

  Story ignore(String cluster) {
    hub.ignored.add(cluster);
    return this;
  }

  // What happens.

  /** What was told up to here went before: of the story it is only the beginning. */
  Story before() {
    checked();
    chronicle.beginAnew();
    return this;
  }

  Story write() {
    hub.edit();
    String done = hub.generation == 1 ? "created" : "written";
    return next("v%d is %s".formatted(hub.generation, done));
  }

  Story compliant(String... clusters) {
    return report(Verdict.POSITIVE, "compliant", clusters);
  }

  Story notCompliant(String... clusters) {
    return report(Verdict.NEGATIVE, "not compliant", clusters);
  }

  private Story report(Verdict verdict, String words, String... clusters) {
    for (String cluster : clusters) {
      hub.replicas.computeIfPresent(cluster, (name, held) -> held.saying(verdict));
      chronicle.hear(cluster);
    }
    return next(String.join(", ", clusters) + " " + words);
  }

  /** The clusters comply, and go on doing so until their soak is over. */
  Story soaked(String... clusters) {
    compliant(clusters);
    unchecked = false;
    return soakPasses();
  }

  Story soakPasses() {
    Duration wanted = hub.strategy.minSuccessTime();
    Duration floor = AttemptSpec.DEFAULT_SOAK_FLOOR;
    return after(wanted.compareTo(floor) > 0 ? wanted : floor);
  }

  Story after(Duration time) {
    return until(chronicle.now().plus(time), words(time) + " pass");
  }

  /** Time passes until the deadline of that cluster. */
  Story deadlineOf(String cluster) {
    Duration deadline = hub.strategy.progressDeadline().orElseThrow();
    return until(
        chronicle.dispatched(cluster).plus(deadline),
        "the deadline of %s passes".formatted(cluster));
  }

  private Story until(Instant end, String words) {
    checked();
    chronicle.until(end, words);
    unchecked = true;
    return this;
  }

  Story approve(String... names) {
    for (String name : names) {
      hub.rollout.orElseThrow().approvals.put(name, true);
    }
    return next(String.join(" and ", names) + " approved");
  }

  Story disapprove(String name) {
    hub.rollout.orElseThrow().approvals.put(name, false);
    return next("rolloutApproved of %s is set to false".formatted(name));
  }

  Story joins(String cluster, String group) {
    GroupKey key =
        hub.groups.keySet().stream()
            .filter(known -> known.name().equals(group))
            .findFirst()
            .orElseThrow();
    hub.join(key, cluster);
    return next("%s joins %s".formatted(cluster, group));
  }

  /** The cluster loses its connection; that is seen at once. */
  Story offline(String cluster) {
    hub.offline.add(cluster);
    chronicle.hear(cluster);
    return next(cluster + " goes offline");
  }

  Story returns(String cluster) {
    hub.offline.remove(cluster);
    chronicle.hear(cluster);
    return next(cluster + " returns");
  }

  Story foreign(String cluster) {
    hub.foreign.add(cluster);
    return next("a restricted binding of somebody else enforces " + cluster);
  }

  Story retry(String rolloutUid) {
    hub.rollout.orElseThrow().retry = Optional.of(rolloutUid);
    return next("retryRollout.rolloutUID is set to " + rolloutUid);
  }

  Story deleteRollout() {
    hub.rollout = Optional.empty();
    return next("the Rollout object is deleted");
  }

  /** What has happened takes its course. */
  Story next(String words) {
    checked();
    chronicle.event(words);
    unchecked = true;
    return this;
  }

  // What is expected.

  /** The row of the table. */
  Story is(String row) {
    assertThat(chronicle.row().text()).as("at\n%s", chronicle.text()).isEqualTo(row);
    unchecked = false;
    return this;
  }

  /** Whose replicas were written by the last event. */
  Story wrote(String... clusters) {
    assertThat(hub.written).as("writes at\n%s", chronicle.text()).containsExactly(clusters);
    return this;
  }

  Story waitsFor(String words) {
    assertThat(chronicle.told().waitingFor())
        .as("waitingFor at\n%s", chronicle.text())
        .contains(words);
    return this;
  }

  /** Each as {@code d2 TimeOut RecoveredLate}. */
  Story exceptions(String... expected) {
    assertThat(chronicle.told().exceptions().stream().map(Chronicle::brief))
        .as("exceptions at\n%s", chronicle.text())
        .containsExactly(expected);
    return this;
  }

  /** How all former attempts ended, each as {@code u2 Superseded}. */
  Story ended(String... attempts) {
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
