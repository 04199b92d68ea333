package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.Intent;
import io.sluice.plan.strategy.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IntentReadingTest {
  @Test
  void aRolloutWithoutASpecWantsNothing() {
    assertThat(IntentReading.of(Map.of()).intent()).isEqualTo(Intent.NONE);
  }

  @Test
  void everyWishIsRead() {
    IntentReading reading =
        IntentReading.of(
            Yaml.tree(
                """
                approvalsForVersion: "7"
                decisionGroups:
                - {groupName: dev, rolloutApproved: true}
                - {groupName: prod}
                ungrouped: {rolloutApproved: true}
                paused: true
                """));
    assertThat(reading.intent())
        .isEqualTo(
            new Intent(
                List.of(
                    new Intent.GroupApproval("dev", true), new Intent.GroupApproval("prod", false)),
                true,
                Optional.of("7"),
                true));
    assertThat(reading.problems()).isEmpty();
  }

  @Test
  void aGroupThatIsListedTwiceIsRefused() {
    IntentReading reading =
        IntentReading.of(
            Yaml.tree("decisionGroups: [{groupName: dev}, {groupName: qa}, {groupName: dev}]"));
    assertThat(reading.problems())
        .containsExactly(
            new Problem(
                "Rollout spec.decisionGroups[2].groupName",
                Problem.Reason.DUPLICATE_APPROVAL,
                "Rollout spec.decisionGroups[2].groupName is \"dev\", listed before at [0]. Keep one entry."));
  }
}
