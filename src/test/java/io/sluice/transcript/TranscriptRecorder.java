package io.sluice.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lets reconciler and run handle every event, and records the result. */
final class TranscriptRecorder {
  private static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

  private final ScenarioHub hub;
  private final ListShuffler shuffler;
  private final ScenarioReconciler reconciler;
  private final StringBuilder text = new StringBuilder();
  private final List<ScenarioRun> ended = new ArrayList<>();
  private Optional<ScenarioRun> run = Optional.empty();
  private List<String> exceptions = List.of();
  private AttemptState last;
  private Instant now = START;

  TranscriptRecorder(ScenarioHub hub, ListShuffler shuffler) {
    this.hub = hub;
    this.shuffler = shuffler;
    this.reconciler = new ScenarioReconciler(hub, shuffler, this::action);
  }

  Instant now() {
    return now;
  }

  String text() {
    return text.toString();
  }

  /** Returns how all former attempts ended, each as {@code u2 Superseded}. */
  List<String> ended() {
    return ended.stream().map(ScenarioRun::ending).toList();
  }

  /** Returns the Rollout's status. */
  Progress reported() {
    return hub.rollout.flatMap(object -> object.reported).orElseThrow();
  }

  TableRow row() {
    return new TableRow(hub, statuses(), reported());
  }

  /** Returns the state of the open run; without one, what can be read from the hub. */
  private Map<String, ClusterStatus> statuses() {
    return run.isPresent() || hub.mode == PendingMode.BESIDE
        ? last.statuses()
        : new HubStateReader(hub, shuffler).statuses(last.spec(), now);
  }

  Instant dispatched(String cluster) {
    return last.clusters().stream()
        .filter(entry -> entry.cluster().equals(cluster))
        .map(entry -> Instant.ofEpochMilli(entry.dispatched()))
        .findFirst()
        .orElseThrow();
  }

  /** Discards the text up to here, and restarts with the current row. */
  void restart() {
    text.setLength(0);
    exceptions = List.of();
    heading("before");
    describe();
  }

  /** Delivers a cluster's report, or the state of its connection, to the run. */
  void receive(String cluster) {
    if (hub.replicas.containsKey(cluster)) {
      run.ifPresent(open -> open.receive(hub.sent(cluster, now)));
    }
  }

  void receive(Report report) {
    run.ifPresent(open -> open.receive(report));
  }

  void event(String what) {
    hub.written.clear();
    run.ifPresent(ScenarioRun::receiveUnwritten);
    heading(what);
    settle();
    describe();
  }

  /** Lets the run wake up when due; recorded only if it changes something. */
  void until(Instant end, String what) {
    run.ifPresent(ScenarioRun::receiveUnwritten);
    settle();
    while (run.flatMap(ScenarioRun::wakeAt).filter(wake -> wake.isBefore(end)).isPresent()) {
      now = run.flatMap(ScenarioRun::wakeAt).orElseThrow();
      wake();
    }
    now = end;
    event(what);
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
        run = reconciler.reconcile(now);
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

  private void heading(String what) {
    boolean today = now.isBefore(START.plus(Duration.ofHours(14)));
    text.append("%s  %s\n".formatted(today ? TIME.format(now) : now, what));
  }

  private void action(String what) {
    text.append("    -> %s\n".formatted(what));
  }

  private void describe() {
    text.append("    %s\n".formatted(row().named()));
    if (!reported().waitingFor().isEmpty()) {
      text.append("    %s\n".formatted(reported().waitingFor()));
    }
    List<String> former = exceptions;
    exceptions = reported().exceptions().stream().map(TranscriptRecorder::line).toList();
    exceptions.stream()
        .filter(line -> !former.contains(line))
        .forEach(line -> text.append("    ! %s\n".formatted(line)));
  }

  /** Returns {@code d2 TimeOut RecoveredLate}. */
  static String brief(ClusterIssue entry) {
    return "%s %s %s".formatted(entry.cluster(), entry.status(), entry.reason().label());
  }

  private static String line(ClusterIssue entry) {
    return brief(entry) + ": " + entry.message();
  }
}
