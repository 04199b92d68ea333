package io.sluice.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Progress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lets every event take its course through keeper and run, and writes down what comes of it. */
final class TranscriptRecorder {
  private static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

  private final ScenarioHub hub;
  private final ListShuffler disorder;
  private final ScenarioReconciler keeper;
  private final StringBuilder text = new StringBuilder();
  private final List<ScenarioRun> ended = new ArrayList<>();
  private Optional<ScenarioRun> run = Optional.empty();
  private List<String> exceptions = List.of();
  private AttemptState last;
  private Instant now = START;

  TranscriptRecorder(ScenarioHub hub, ListShuffler disorder) {
    this.hub = hub;
    this.disorder = disorder;
    this.keeper = new ScenarioReconciler(hub, disorder, this::action);
  }

  Instant now() {
    return now;
  }

  String text() {
    return text.toString();
  }

  /** How all former attempts ended, each as {@code u2 Superseded}. */
  List<String> ended() {
    return ended.stream().map(ScenarioRun::ending).toList();
  }

  /** What the Rollout's status says. */
  Progress told() {
    return hub.rollout.flatMap(object -> object.told).orElseThrow();
  }

  TableRow row() {
    return new TableRow(hub, words(), told());
  }

  /** While a run is open it knows; afterwards there is only what stands on the hub. */
  private Map<String, ClusterStatus> words() {
    return run.isPresent() || hub.mode == PendingMode.BESIDE
        ? last.statuses()
        : new HubStateReader(hub, disorder).words(last.spec(), now);
  }

  Instant dispatched(String cluster) {
    return last.clusters().stream()
        .filter(entry -> entry.cluster().equals(cluster))
        .map(entry -> Instant.ofEpochMilli(entry.dispatched()))
        .findFirst()
        .orElseThrow();
  }

  /** Tears out everything up to here, and begins with where it led to. */
  void beginAnew() {
    text.setLength(0);
    exceptions = List.of();
    heading("before");
    describe();
  }

  /** A cluster's report, or what is seen of its connection, reaches the run. */
  void hear(String cluster) {
    if (hub.replicas.containsKey(cluster)) {
      run.ifPresent(open -> open.hear(hub.report(cluster, now)));
    }
  }

  void event(String words) {
    hub.written.clear();
    run.ifPresent(ScenarioRun::hearWhatCarriesOver);
    heading(words);
    settle();
    describe();
  }

  /** The run wakes whenever it wants to; that is told only where something comes of it. */
  void until(Instant end, String words) {
    run.ifPresent(ScenarioRun::hearWhatCarriesOver);
    settle();
    while (run.flatMap(ScenarioRun::wakeAt).filter(wake -> wake.isBefore(end)).isPresent()) {
      now = run.flatMap(ScenarioRun::wakeAt).orElseThrow();
      wake();
    }
    now = end;
    event(words);
  }

  private void wake() {
    String former = row().text();
    int length = text.length();
    heading("the run wakes");
    int headed = text.length();
    settle();
    if (text.length() == headed && row().text().equals(former)) {
      text.setLength(length);
    } else {
      describe();
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
      if (run.filter(ScenarioRun::closed).isPresent()) {
        ended.add(run.get());
        run = Optional.empty();
        again = true;
      }
    }
    run.ifPresent(open -> assertThat(open.quiet(now)).as("nothing is left to do").isTrue());
    assertThat(ended).as("writes of former runs").allMatch(former -> former.writesNothing(now));
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
    List<String> former = exceptions;
    exceptions = told().exceptions().stream().map(TranscriptRecorder::line).toList();
    exceptions.stream()
        .filter(line -> !former.contains(line))
        .forEach(line -> text.append("    ! %s\n".formatted(line)));
  }

  /** {@code d2 TimeOut RecoveredLate}. */
  static String brief(ClusterIssue entry) {
    return "%s %s %s".formatted(entry.cluster(), entry.status(), entry.reason().label());
  }

  private static String line(ClusterIssue entry) {
    return brief(entry) + ": " + entry.message();
  }
}
