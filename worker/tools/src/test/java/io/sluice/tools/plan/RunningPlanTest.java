package io.sluice.tools.plan;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shows how a rollout goes on that a worker has begun. */
@Timeout(300)
class RunningPlanTest {
  private static final Duration SOON = Patience.MOST;

  @Test
  void anAttemptThatWaitsForAnApprovalShowsWhatInformTells() {
    try (RolloutFixture fixture =
        RolloutFixture.of("dev=d1,d2", "prod=p1")
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY.nonCompliantUnderInform()))
            .start(RolloutFixture.QUICK)) {
      fixture.policy(
          "one",
          "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 5m}, pendingClusters: Inform}");
      fixture.awaitStatus(
          SOON,
          status ->
              String.valueOf(status.get("waitingFor"))
                  .contains("group dev (2 clusters: 2 would be changed)"));
      await()
          .untilAsserted(
              () -> {
                CommandRun run =
                    CommandRun.of(
                        "plan",
                        "web",
                        "-n",
                        fixture.namespace(),
                        "--hub",
                        fixture.client().getMasterUrl().toString());
                assertThat(run)
                    .isEqualTo(
                        new CommandRun(
                            ExitCodes.OK,
                            """
                            Plan of policy %s/web  generation 1  manualPerGroup
                            Attempt 1 runs. From where it stands now:
                              inform  dev: 2 would be changed
                              inform  prod: 1 would be changed

                                        after approval of dev, prod
                              +0s       dev: 2 clusters, d1, d2 (group dev is approved by a person)
                                        after compliance of dev 1m, soak of dev 5m, approval of prod
                              +6m       prod: 1 cluster, p1 (group prod is approved by a person)
                                        after compliance of prod 1m, soak of prod 5m
                              +12m      ends: Succeeded

                            Least time   10m + waiting for approval of dev, prod
                            Likely time  12m + waiting for approval of dev, prod (no former times are known:
                                         1m until a cluster reports)
                            """
                                .formatted(fixture.namespace()),
                            ""));
              });
    }
  }
}
