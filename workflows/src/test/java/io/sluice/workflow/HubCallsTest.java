package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.workflow.HubActivities.Batch;
import java.util.List;
import org.junit.jupiter.api.Test;

class HubCallsTest {
  private static final String REASON = "2 in flight of maxConcurrency 4: 2 more may start";

  private static Batch batch(String... clusters) {
    PolicyVersion version = new PolicyVersion("uid", 1, "hash");
    return new Batch(
        new AttemptRef(new PolicyName("policies", "tls"), "u1", 1, version, "strategy", false),
        "dev",
        List.of(clusters));
  }

  @Test
  void aSummaryCountsTheClustersAndNamesTheReason() {
    assertThat(HubCalls.summary("write", batch("c1", "c2"), true, REASON))
        .isEqualTo("write 2 clusters of dev: 2 in flight of maxConcurrency 4: 2 more may start");
  }

  @Test
  void aSingleClusterIsNamed() {
    assertThat(HubCalls.summary("take back", batch("c1"), false, REASON))
        .isEqualTo("take back c1: 2 in flight of maxConcurrency 4: 2 more may start");
    assertThat(HubCalls.summary("look at", batch("c1"), false, "")).isEqualTo("look at c1");
  }

  @Test
  void aLongSummaryIsCutWithAnEllipsis() {
    assertThat(HubCalls.summary("write", batch("c1"), true, "x".repeat(200)))
        .startsWith("write c1 of dev: xxx")
        .endsWith("x…")
        .hasSize(120);
    assertThat(HubCalls.summary("write", batch("c1"), true, "x".repeat(103)))
        .endsWith("xx")
        .hasSize(120);
  }
}
