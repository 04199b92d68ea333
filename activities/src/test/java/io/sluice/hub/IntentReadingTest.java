package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.Intent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IntentReadingTest {
  @Test
  void aRolloutWithoutASpecWantsNothing() {
    assertThat(IntentReading.of(Map.of())).isEqualTo(Intent.NONE);
  }

  @Test
  void everyWishIsRead() {
    Intent intent =
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
    assertThat(intent)
        .isEqualTo(
            new Intent(
                List.of(
                    new Intent.GroupApproval("dev", true), new Intent.GroupApproval("prod", false)),
                true,
                Optional.of("7"),
                true));
  }
}
