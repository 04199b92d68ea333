package io.sluice.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.approval.ApprovalBinding;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.RuledApprovals;
import io.sluice.check.CheckRule;
import io.sluice.check.FailureEffect;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.forecast.ApprovalAnswer;
import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.CourseRecorder;
import io.sluice.forecast.Forecast;
import io.sluice.forecast.ForecastCheck;
import io.sluice.forecast.Wave;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.replay.StrictReplayer;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Step;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.schedule.Schedule;
import io.sluice.schedule.ScheduleEvaluator;
import io.sluice.schedule.ScheduleReader;
import io.sluice.schedule.ScheduleTimes;
import io.sluice.tools.plan.ReportTimes;
import io.sluice.workflow.ApprovalSetting;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.RolloutResult;
import io.sluice.workflow.RolloutSettings;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lets a rollout through a week of windows, a check and a quorum run on a Temporal server with
 * skipped time, and rehearses it: both go alike (between-waves 2 to 4).
 */
@Timeout(120)
class RehearsedWeekTest {
  private static final Instant FROM = Instant.parse("2026-03-02T08:00:00Z");
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final String ID = HubName.DEFAULT.workflowId(POLICY);
  private static final PolicyVersion VERSION = new PolicyVersion("uid", 2, "content");
  private static final Duration APPROVED = Duration.ofHours(75);
  private static final Duration PASSES = Duration.ofHours(130);
  private static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder()
          .setDefaultDeadlockDetectionTimeout(Duration.ofSeconds(30).toMillis())
          .build();

  private static final List<DecisionGroup> GROUPS =
      Stream.of(0, 1, 2)
          .map(
              index ->
                  new DecisionGroup(
                      group(index), List.of("c%d1".formatted(index), "c%d2".formatted(index))))
          .toList();

  private final List<Stepped> steps = new ArrayList<>();

  private record Stepped(Instant at, Step step) {}

  private static GroupKey group(int index) {
    return new GroupKey("p", "g%d".formatted(index), index);
  }

  /** The second group starts in nights, the third at the weekend. */
  private static Optional<ScheduleTimes> schedule(Instant now) {
    Map<String, Object> settings =
        Map.of(
            "timeZone",
            "Europe/Zurich",
            "windows",
            List.of(
                window("nights", "g1", "0 22 * * 1-5", "6h"),
                window("weekends", "g2", "0 8 * * 0,6", "10h")));
    Schedule schedule =
        ScheduleReader.schedule(settings, "spec.schedule", FROM).value().orElseThrow();
    return Optional.of(
        ScheduleEvaluator.evaluate(schedule, List.of(), GROUPS, Map.of(), now, "test"));
  }

  private static Map<String, Object> window(
      String name, String group, String cron, String duration) {
    return Map.of("name", name, "groups", List.of(group), "cron", cron, "window", duration);
  }

  private static HubSnapshot hub() {
    CheckRule check =
        new CheckRule(
            "budget",
            Optional.of(List.of("g2")),
            List.of("g0"),
            Duration.ofMinutes(7),
            Duration.ofSeconds(10),
            1,
            Optional.empty(),
            FailureEffect.HOLD,
            List.of(),
            "hash");
    ApprovalRule rule =
        new ApprovalRule(
            Optional.of(List.of("g1")),
            2,
            Optional.empty(),
            Optional.of(Duration.ofHours(100)),
            ApprovalBinding.ANY,
            false,
            List.of());
    return new HubSnapshot(
            HubSnapshot.ClaimState.HELD,
            Optional.of(new RootView(VERSION, false, false, true, "strategy", Optional.empty())),
            Optional.empty(),
            Intent.NONE,
            FleetView.of(GROUPS))
        .checked(List.of(check))
        .ruled(Optional.of(new RuledApprovals(List.of(rule), List.of(), Optional.empty())))
        .scheduled(schedule(FROM));
  }

  private static AttemptSpec spec() {
    Strategy strategy =
        Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
            .withMinSuccessTime(Duration.ofMinutes(90))
            .withProgressDeadline(Duration.ofHours(3));
    return new AttemptSpec(POLICY, "u1", 1, VERSION, strategy, "strategy");
  }

  private static Duration reportAfter(String cluster) {
    return Duration.ofSeconds(20 + 37L * cluster.charAt(2) + cluster.charAt(1));
  }

  /** What the rehearsal is told of what the real hub does. */
  private static RehearsalProfile profile() {
    Map<String, TimeRange> times = new TreeMap<>();
    GROUPS.stream()
        .flatMap(group -> group.clusters().stream())
        .forEach(
            cluster ->
                times.put(
                    cluster, TimeRange.of(reportAfter(cluster).toSeconds() + "s").orElseThrow()));
    return new RehearsalProfile(
        new ProfileSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            times,
            false,
            Map.of("g1", new ApprovalAnswer.AfterStart(APPROVED)),
            Map.of("budget", ForecastCheck.passedFrom(new ForecastCheck.Turn(PASSES, true))),
            Optional.empty()),
        new TreeSet<>(times.keySet()),
        new ReportTimes(new TreeMap<>(), ReportTimes.ASSUMED));
  }

  private Forecast real() {
    try (TestWorkflowEnvironment environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setInitialTime(FROM)
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(Payloads.converter())
                        .build())
                .build())) {
      RunVisibility.SEARCH_ATTRIBUTES.forEach(
          key ->
              environment.registerSearchAttribute(
                  key, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
      SkippedTimeHub hub =
          new SkippedTimeHub(
              environment,
              ID,
              hub(),
              RehearsedWeekTest::schedule,
              RehearsedWeekTest::reportAfter,
              FROM.plus(PASSES));
      Worker worker = environment.newWorker(HubName.DEFAULT.taskQueue(), PATIENT);
      ApprovalSetting.REFUSED.register(worker, this::stepped);
      worker.registerActivitiesImplementations(hub);
      environment
          .newWorker(HubName.DEFAULT.checksQueue(), PATIENT)
          .registerActivitiesImplementations(hub);
      environment.start();
      hub.approve(group(1), "u1", APPROVED);
      WorkflowStub run =
          environment
              .getWorkflowClient()
              .newUntypedWorkflowStub(
                  PolicyRolloutWorkflow.TYPE,
                  WorkflowOptions.newBuilder()
                      .setTaskQueue(HubName.DEFAULT.taskQueue())
                      .setWorkflowId(ID)
                      .build());
      run.start(
          RolloutInput.of(
              spec(), RolloutSettings.DEFAULTS, GROUPS.stream().map(DecisionGroup::key).toList()));
      run.getResult(RolloutResult.class);
      try (StrictReplayer replay = new StrictReplayer(PayloadKeys.NONE)) {
        assertThat(replay.deviation(environment.getWorkflowClient().fetchHistory(ID))).isEmpty();
      }
      return course();
    }
  }

  private synchronized void stepped(Instant at, Observation seen, Step step) {
    if (!WorkflowUnsafe.isReplaying()) {
      steps.add(new Stepped(at.truncatedTo(ChronoUnit.SECONDS), step));
    }
  }

  private synchronized Forecast course() {
    CourseRecorder recorder = new CourseRecorder(FROM, AttemptState.begin(spec(), FROM));
    steps.forEach(stepped -> recorder.enter(stepped.at(), stepped.step()));
    return recorder.end(CourseEnd.Kind.STANDS_STILL);
  }

  /** Rehearses from when the real run began. */
  private static Forecast rehearsed(Instant from) {
    return Rehearsal.of(
        AttemptState.begin(spec(), from), hub(), RehearsedWeekTest::schedule, profile(), from);
  }

  /** Compares two courses, and returns how far they are apart at most. */
  private static Duration difference(Forecast real, Forecast rehearsed) {
    assertThat(clusters(real)).isEqualTo(clusters(rehearsed));
    assertThat(real.end().outcome())
        .isEqualTo(rehearsed.end().outcome())
        .contains(Outcome.SUCCEEDED);
    Duration most = Duration.between(rehearsed.end().at(), real.end().at()).abs();
    for (int i = 0; i < real.waves().size(); i++) {
      Duration apart =
          Duration.between(rehearsed.waves().get(i).at(), real.waves().get(i).at()).abs();
      most = apart.compareTo(most) > 0 ? apart : most;
    }
    return most;
  }

  private static List<List<String>> clusters(Forecast course) {
    return course.waves().stream().map(Wave::clusters).toList();
  }

  /** A machine that stands still delays the real run: the server's clock goes on meanwhile. */
  @Test
  void theRealRunGoesAsRehearsed() {
    Forecast real = real();
    Instant began = steps.get(0).at();
    assertThat(difference(real, rehearsed(began))).isBetween(Duration.ZERO, Duration.ofMinutes(1));
    // On Thursday night two people have approved; on Saturday the check passes when the window is
    // closed again.
    assertThat(real.waves())
        .extracting(wave -> wave.at().truncatedTo(ChronoUnit.HOURS))
        .endsWith(Instant.parse("2026-03-05T21:00:00Z"), Instant.parse("2026-03-08T07:00:00Z"));
  }

  @Tag("budget")
  @Test
  void theRealRunGoesAsRehearsedToTheSecond() {
    Forecast real = real();
    Duration apart = difference(real, rehearsed(steps.get(0).at()));
    System.out.println("FIGURE rehearsal: a week of windows is within %s".formatted(apart));
    assertThat(apart).isBetween(Duration.ZERO, Duration.ofSeconds(1));
  }
}
