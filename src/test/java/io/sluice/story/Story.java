package io.sluice.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.AttemptSpec;
import io.sluice.plan.AttemptState;
import io.sluice.plan.ClusterException;
import io.sluice.plan.Mode;
import io.sluice.plan.Progress;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells what becomes of a policy, event by event, over as many attempts as it takes.
 *
 * <p>After each event the scenario says the row that it expects, in the words of the tables in
 * rollout-strategy section 6; so what is told cannot part from them unseen.
 */
final class Story {
  static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  private static final Duration SOAK = AttemptSpec.DEFAULT_SOAK_FLOOR;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

  private final Hub hub;
  private final Keeper keeper;
  private final StringBuilder text = new StringBuilder();
  private final List<Run> ended = new ArrayList<>();
  private Optional<Run> run = Optional.empty();
  private final Disorder disorder;
  private AttemptState last;
  private List<String> exceptions = List.of();
  private Instant now = START;
  private boolean unchecked;

  Story(Strategy strategy, Mode mode, boolean informPolicy, Disorder disorder) {
    this.disorder = disorder;
    hub = new Hub(strategy, mode, informPolicy, disorder);
    keeper = new Keeper(hub, disorder, this::action);
  }

  String text() {
    checked();
    return text.toString();
  }

  // What happens.

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

  /** What was told up to here went before: of the story it is only the beginning. */
  Story before() {
    checked();
    text.setLength(0);
    exceptions = List.of();
    return told("before");
  }

  Story write() {
    hub.edit();
    return event(
        "v%d is %s".formatted(hub.generation, hub.generation == 1 ? "created" : "written"));
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
      hear(cluster);
    }
    return event(String.join(", ", clusters) + " " + words);
  }

  private void hear(String cluster) {
    if (hub.replicas.containsKey(cluster)) {
      run.ifPresent(open -> open.hear(hub.report(cluster, now)));
    }
  }

  /** The clusters comply, and go on doing so until their soak is over. */
  Story soaked(String... clusters) {
    compliant(clusters);
    unchecked = false;
    return soakPasses();
  }

  Story soakPasses() {
    Duration wanted = hub.strategy.minSuccessTime();
    return after(wanted.compareTo(SOAK) > 0 ? wanted : SOAK);
  }

  Story after(Duration time) {
    return until(now.plus(time), words(time) + " pass");
  }

  /** Time passes until the deadline of that cluster. */
  Story deadlineOf(String cluster) {
    Instant dispatched =
        last.clusters().stream()
            .filter(entry -> entry.cluster().equals(cluster))
            .map(entry -> Instant.ofEpochMilli(entry.dispatched()))
            .findFirst()
            .orElseThrow();
    return until(
        dispatched.plus(hub.strategy.progressDeadline().orElseThrow()),
        "the deadline of %s passes".formatted(cluster));
  }

  /** The run wakes whenever it wants to; that is told only where something comes of it. */
  private Story until(Instant end, String words) {
    checked();
    run.ifPresent(Run::hearWhatCarriesOver);
    settle();
    while (run.flatMap(Run::wakeAt).filter(wake -> wake.isBefore(end)).isPresent()) {
      now = run.flatMap(Run::wakeAt).orElseThrow();
      String former = row().text();
      int length = text.length();
      settle();
      if (text.length() > length || !row().text().equals(former)) {
        String actions = text.substring(length);
        text.setLength(length);
        heading("the run wakes");
        text.append(actions);
        describe();
      }
    }
    now = end;
    return event(words);
  }

  Story approve(String... names) {
    for (String name : names) {
      hub.rollout.orElseThrow().approvals.put(name, true);
    }
    return event(String.join(" and ", names) + " approved");
  }

  Story disapprove(String name) {
    hub.rollout.orElseThrow().approvals.put(name, false);
    return event("rolloutApproved of %s is set to false".formatted(name));
  }

  Story joins(String cluster, String group) {
    GroupKey key =
        hub.groups.keySet().stream().filter(known -> known.name().equals(group)).findFirst().get();
    hub.join(key, cluster);
    return event("%s joins %s".formatted(cluster, group));
  }

  Story ignore(String cluster) {
    hub.ignored.add(cluster);
    return this;
  }

  /** The cluster loses its connection; that is seen at once. */
  Story offline(String cluster) {
    hub.offline.add(cluster);
    hear(cluster);
    return event(cluster + " goes offline");
  }

  Story returns(String cluster) {
    hub.offline.remove(cluster);
    hear(cluster);
    return event(cluster + " returns");
  }

  Story foreign(String cluster) {
    hub.foreign.add(cluster);
    return event("a restricted binding of somebody else enforces " + cluster);
  }

  Story retry(String rolloutUid) {
    hub.rollout.orElseThrow().retry = Optional.of(rolloutUid);
    return event("retryRollout.rolloutUID is set to " + rolloutUid);
  }

  Story deleteRollout() {
    hub.rollout = Optional.empty();
    return event("the Rollout object is deleted");
  }

  /** What the hub did is seen. */
  Story next(String words) {
    return event(words);
  }

  // What is expected.

  /** The row of the table. */
  Story is(String row) {
    assertThat(row().text()).as("at\n%s", text).isEqualTo(row);
    unchecked = false;
    return this;
  }

  /** Whose replicas were written by the last event. */
  Story wrote(String... clusters) {
    assertThat(hub.written).as("writes at\n%s", text).containsExactly(clusters);
    return this;
  }

  Story waitsFor(String words) {
    assertThat(told().waitingFor()).as("waitingFor at\n%s", text).contains(words);
    return this;
  }

  /** Each as {@code d2 TimeOut RecoveredLate}. */
  Story exceptions(String... expected) {
    assertThat(exceptionsNow().stream().map(Story::brief))
        .as("exceptions at\n%s", text)
        .containsExactly(expected);
    return this;
  }

  /** How all former attempts ended, each as {@code u2 Superseded}. */
  Story ended(String... attempts) {
    assertThat(ended.stream().map(Run::ending)).containsExactly(attempts);
    return this;
  }

  // How it is told.

  private Story event(String words) {
    checked();
    hub.written.clear();
    run.ifPresent(Run::hearWhatCarriesOver);
    heading(words);
    settle();
    describe();
    unchecked = true;
    return this;
  }

  private Story told(String words) {
    heading(words);
    describe();
    return this;
  }

  /** A row that nobody held against the table is worth nothing. */
  private void checked() {
    if (unchecked) {
      throw new IllegalStateException("Say which row is expected after\n" + text);
    }
  }

  private void settle() {
    boolean again = true;
    while (again) {
      if (run.isEmpty()) {
        run = keeper.act(now);
      }
      again = run.isPresent() && run.get().step(now);
      run.ifPresent(open -> last = open.state());
      if (run.filter(Run::closed).isPresent()) {
        ended.add(run.get());
        run = Optional.empty();
        again = true;
      }
    }
    run.ifPresent(open -> assertThat(open.quiet(now)).as("nothing is left to do").isTrue());
    assertThat(ended).as("writes of former runs").allMatch(former -> former.writesNothing(now));
  }

  private Progress told() {
    return hub.rollout.flatMap(object -> object.told).orElseThrow();
  }

  private Row row() {
    return new Row(hub, words(), told());
  }

  /** While a run is open it knows; afterwards there is only what stands on the hub. */
  private Map<String, ClusterStatus> words() {
    return run.isPresent() || hub.mode == Mode.BESIDE
        ? last.words()
        : new ToldByTheHub(hub, disorder).words(last.spec(), now);
  }

  private void heading(String words) {
    boolean today = now.isBefore(START.plus(Duration.ofHours(14)));
    text.append("%s  %s\n".formatted(today ? TIME.format(now) : now, words));
  }

  private void action(String words) {
    text.append("    -> %s\n".formatted(words));
  }

  private void describe() {
    text.append("    %s\n".formatted(row().named()));
    if (!told().waitingFor().isEmpty()) {
      text.append("    %s\n".formatted(told().waitingFor()));
    }
    List<String> listed = exceptionsNow().stream().map(Story::line).toList();
    if (!listed.equals(exceptions)) {
      listed.stream()
          .filter(line -> !exceptions.contains(line))
          .forEach(line -> text.append("    ! %s\n".formatted(line)));
      exceptions = listed;
    }
  }

  private List<ClusterException> exceptionsNow() {
    return told().exceptions();
  }

  private static String brief(ClusterException entry) {
    return "%s %s %s".formatted(entry.cluster(), entry.status(), entry.reason().word());
  }

  private static String line(ClusterException entry) {
    return brief(entry) + ": " + entry.message();
  }

  private static String words(Duration time) {
    long seconds = time.toSeconds();
    return seconds % 86400 == 0
        ? seconds / 86400 + "d"
        : seconds % 3600 == 0
            ? seconds / 3600 + "h"
            : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
