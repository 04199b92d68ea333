package io.sluice.tools.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steers rollouts with the commands that people use, through every part of the process. */
@Tag("nightly")
@Timeout(300)
class RequestedRolloutTest {
  private static final Duration SOON = Patience.MOST;
  private static final String STRATEGY =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: %s}}";

  /** The cluster d2 does not comply. */
  private static RolloutFixture rolling(String deadline) {
    RolloutFixture fixture =
        RolloutFixture.of("dev=d1,d2", "prod=p1")
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
            .start(RolloutFixture.QUICK);
    fixture.fleet().behave("d2", SpokeBehaviour.ORDINARY.neverCompliant());
    return fixture.policy("one", STRATEGY.formatted(deadline));
  }

  private static void run(RolloutFixture fixture, String command) {
    CommandRun run =
        CommandRun.of(
            Stream.concat(
                    Arrays.stream(command.split(" ")),
                    Stream.of(
                        "-n",
                        fixture.namespace(),
                        "--hub",
                        fixture.client().getMasterUrl().toString()))
                .toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
  }

  private static void awaitSuccessOfD1(RolloutFixture fixture) {
    fixture.awaitStatus(
        SOON, found -> JsonTree.number(JsonTree.map(found, "counts"), "succeeded") == 1);
  }

  @Test
  void aSkippedClusterHoldsNothingUpAndIsListed() {
    try (RolloutFixture fixture = rolling("5m")) {
      awaitSuccessOfD1(fixture);
      run(fixture, "skip web d2");
      Map<String, Object> status = fixture.awaitPhase(SOON, "Done");
      assertThat(status).containsEntry("outcome", "Succeeded");
      assertThat(fixture.content("p1")).isEqualTo("one");
      assertThat(JsonTree.maps(status, "exceptions"))
          .singleElement()
          .satisfies(
              issue ->
                  assertThat(issue)
                      .containsEntry("cluster", "d2")
                      .containsEntry("reason", "Ignored")
                      .containsEntry("ignored", true));
    }
  }

  @Test
  void anAbortedRolloutEndsAndEveryClusterKeepsWhatItHas() {
    try (RolloutFixture fixture = rolling("5m")) {
      awaitSuccessOfD1(fixture);
      run(fixture, "abort web");
      Map<String, Object> status = fixture.awaitPhase(SOON, "Done");
      assertThat(status).containsEntry("outcome", "Aborted");
      assertThat(fixture.content("d2")).isEqualTo("one");
      assertThat(fixture.replica("p1")).isEmpty();
    }
  }

  @Test
  void aRetryOfTheFailedLeavesTheOthersAsTheyAre() {
    try (RolloutFixture fixture = rolling("4s")) {
      Map<String, Object> failed =
          fixture.awaitStatus(
              SOON,
              found ->
                  "Failed".equals(found.get("outcome"))
                      && Boolean.FALSE.equals(found.getOrDefault("runOpen", false)));
      long writes = fixture.contentWrites("d1");
      fixture.fleet().behave("d2", SpokeBehaviour.ORDINARY);
      run(fixture, "retry web --failed-only");
      Map<String, Object> status =
          fixture.awaitStatus(SOON, found -> "Succeeded".equals(found.get("outcome")));
      assertThat(status.get("rolloutUID")).isNotEqualTo(failed.get("rolloutUID"));
      assertThat(JsonTree.number(JsonTree.map(status, "counts"), "succeeded")).isEqualTo(3);
      assertThat(fixture.contentWrites("d1")).isEqualTo(writes);
      assertThat(fixture.content("p1")).isEqualTo("one");
    }
  }
}
