package io.sluice.stranger;

import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.process.Patience;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writes as many policies into one namespace as the heap of the chart cannot hold: nobody else's
 * edit is late, and no process ends, nor the next one (policy-propagation 16b).
 */
@Timeout(2 * Patience.TEST)
class LargePolicyStrangersIT {
  private static final String POLICY =
      """
      {"apiVersion": "policy.open-cluster-management.io/v1", "kind": "Policy",
       "metadata": {"name": "large-%d"},
       "spec": {"disabled": false, "remediationAction": "inform",
        "policy-templates": [{"objectDefinition": {"a": "%s"}}]}}
      """;

  /** The first are refused as too large, the second are just small enough to be rolled out. */
  @ParameterizedTest(name = "{0}: {1} of {2} characters")
  @CsvSource({
    "STANDALONE, 150, 1400000",
    "BESIDE, 150, 1400000",
    "STANDALONE, 400, 650000",
    "BESIDE, 400, 650000"
  })
  void manyLargePoliciesFitIntoTheHeap(HubMode mode, int count, int size)
      throws InterruptedException {
    try (StrangerScene scene = StrangerScene.of(mode)) {
      Stranger author = scene.stranger(StrangerRole.AUTHOR);
      scene.deliver();
      try {
        for (int i = 0; i < count; i++) {
          author.create(Kinds.POLICY, POLICY.formatted(i, "x".repeat(size)));
        }
        scene.deliver();
        scene.restart();
        scene.deliver();
      } finally {
        scene.clear(Kinds.POLICY, author.namespace());
      }
    }
  }
}
