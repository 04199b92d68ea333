package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.explain.ClusterPresent;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import io.sluice.workflow.PolicyRolloutWorkflow.WhyAnswer;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class WhyQueryWorkflowTest {
  private static WhyAnswer why(RolloutScenario scene, Object... arguments) {
    return scene.run().query(PolicyRolloutWorkflow.WHY, WhyAnswer.class, arguments);
  }

  @Test
  void aRunTellsWhereAClusterStandsAndWhatItWaitsFor() {
    try (RolloutScenario scene =
        new RolloutScenario("why", Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP))) {
      scene.hub.policy(1);
      scene.hub.group(0, "dev", "d1", "d2");
      scene.hub.group(1, "prod", "p1");
      scene.begin(1).report(Verdict.POSITIVE, "d1");

      ClusterPresent soaking = why(scene, "d1").cluster().orElseThrow();
      assertThat(soaking.stage()).isEqualTo("Soaking");
      assertThat(soaking.group()).isEqualTo("dev");
      assertThat(soaking.place()).isEqualTo(1);
      assertThat(soaking.members()).isEqualTo(2);
      assertThat(soaking.soakUntil())
          .contains(soaking.since().orElseThrow().plus(AttemptSpec.DEFAULT_SOAK_FLOOR));

      Ledger ledger = scene.run().query(PolicyRolloutWorkflow.LEDGER, Ledger.class);
      assertThat(ledger.rows().get(0).soakUntil()).isEqualTo(soaking.soakUntil());
      assertThat(ledger.rows().get(1))
          .isEqualTo(
              new Ledger.Row("d2", "Progressing", false, Optional.empty(), Optional.empty()));

      ClusterPresent waiting = why(scene, Map.of("cluster", "p1")).cluster().orElseThrow();
      assertThat(waiting.stage()).isEqualTo("Waiting");
      assertThat(waiting.dispatched()).isEmpty();
      assertThat(waiting.waitsFor().orElseThrow())
          .startsWith("group dev, which has 1 progressing, 1 soaking until ")
          .endsWith(" of 2 clusters");
    }
  }

  @Test
  void aNameThatIsNoClusterIsAnsweredWithThoseNearIt() {
    try (RolloutScenario scene =
        new RolloutScenario("why-unknown", Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP))) {
      scene.hub.policy(1);
      scene.hub.group(0, "dev", "dev-1", "dev-2");
      scene.begin(1);

      assertThat(why(scene, "dev-11"))
          .extracting(WhyAnswer::cluster, WhyAnswer::error)
          .containsExactly(
              Optional.empty(),
              Optional.of(
                  "Cannot explain cluster dev-11: it is none of the 2 of the rollout of"
                      + " policies/web-tls. Near it: dev-1, dev-2."));
      assertThat(why(scene, 7).error())
          .contains(
              "Cannot explain: the argument is 7, not the name of a cluster. Send \"cluster7\".");
      assertThat(why(scene).error())
          .contains("Cannot explain: no cluster is named. Send \"cluster7\".");
    }
  }
}
