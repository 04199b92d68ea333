package io.sluice.tools.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.OutputSchema;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Shows what a rollout would do before anything moves. */
class PlanCommandTest {
  private static final String MANUAL =
      "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 5m, progressDeadline: 10m}}";

  private final PlanHub hub = new PlanHub();

  @AfterEach
  void close() {
    hub.close();
  }

  private CommandRun plan(String... more) {
    return CommandRun.of(
        Stream.concat(
                Stream.of("plan", "web", "-n", "policies", "--hub", hub.url()), Arrays.stream(more))
            .toArray(String[]::new));
  }

  @Test
  void itListsTheWavesAndWhatEachWaitsFor() {
    hub.strategy(MANUAL);
    assertThat(plan())
        .isEqualTo(
            new CommandRun(
                ExitCodes.OK,
                """
                Plan of policy policies/web  generation 1  manualPerGroup
                Attempt 1 is due: the policy was never rolled out.

                            after approval of dev, stage, prod
                  +0s       dev: 2 clusters, d1, d2 (group dev is approved by a person)
                            after compliance of dev 1m, soak of dev 5m, approval of stage, prod
                  +6m       stage: 2 clusters, s1, s2 (group stage is approved by a person)
                            after compliance of stage 1m, soak of stage 5m, approval of prod
                  +12m      prod: 2 clusters, p1, p2 (group prod is approved by a person)
                            after compliance of prod 1m, soak of prod 5m
                  +18m      ends: Succeeded

                Least time   15m + waiting for approval of dev, stage, prod
                Likely time  18m + waiting for approval of dev, stage, prod (no former times are
                             known: 1m until a cluster reports)
                """,
                ""));
  }

  /** A policy that is labelled alone has groups that no one has approved. */
  @Test
  void behindTheGateItSaysWhatClustersKeepUntilTheirWave() {
    hub.gated();
    assertThat(plan().out())
        .startsWith(
            """
            Plan of policy policies/web  generation 1  manualPerGroup
            Attempt 1 is due: the policy was never rolled out.
            The gate holds it: 6 of 6 clusters keep the version that they have, if any, each
            until its wave.

                        after approval of dev, stage, prod
              +0s       dev: 2 clusters, d1, d2 (group dev is approved by a person)
            """);
    JsonNode tree = OutputSchema.of("rollout-plan.json").accepts(plan("-o", "json").out());
    assertThat(tree.path("held").path("clusters").asLong()).isEqualTo(6);
  }

  @Test
  void aDeadlineThatIsNearIsTakenAsKept() {
    hub.strategy("{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 15s}}");
    assertThat(plan().out())
        .contains("ends: Succeeded")
        .contains("(no former times are known: 7s until a cluster reports)");
  }

  @Test
  void anUnreachableClusterHaltsTheLikelyCourse() {
    hub.strategy("{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 10m}}")
        .available("s2", "Unknown");
    assertThat(plan().out())
        .contains("halts: 1 failed > 0 tolerated in group stage")
        .contains("Unreachable now, and taken as offline: s2");
  }

  @Test
  void whereItStandsStillForWantOfADeadlineItNamesTheField() {
    hub.strategy("{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 1m}}")
        .available("s2", "Unknown");
    assertThat(plan().out().replaceAll("\\s+", " "))
        .contains(
            "Nothing ends that, as spec.rolloutStrategy.progressivePerGroup.progressDeadline is not"
                + " set.");
    JsonNode tree = OutputSchema.of("rollout-plan.json").accepts(plan("-o", "json").out());
    assertThat(tree.at("/likely/end/field").asText())
        .isEqualTo("spec.rolloutStrategy.progressivePerGroup.progressDeadline");
  }

  @Test
  void refusedSettingsAreShownAsTheWorkerRefusesThem() {
    hub.strategy("{type: Canary}");
    assertThat(plan().out())
        .contains("Cannot roll out policy policies/web: spec.rolloutStrategy.type is \"Canary\"");
  }

  @Test
  void theLeastSoakIsThatOfTheWorker() {
    hub.strategy("{type: ProgressivePerGroup}");
    assertThat(plan().out())
        .contains("Least time   30s\n")
        .endsWith("\nA soak lasts at least 10s, as --soak-floor of the worker says.\n");
    assertThat(plan("--soak-floor", "1m").out()).contains("Least time   3m\n");
  }

  @Test
  void programsReadItAsTheSchemaDescribes() {
    hub.strategy(MANUAL);
    JsonNode tree = OutputSchema.of("rollout-plan.json").accepts(plan("-o", "json").out());
    assertThat(tree.path("least").path("waves")).hasSize(3);
    assertThat(tree.path("likely").path("seconds").asLong()).isEqualTo(1_080);
  }
}
