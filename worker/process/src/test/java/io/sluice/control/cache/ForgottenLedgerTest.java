package io.sluice.control.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.rollout.OverrideHub;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.time.ProcessTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Keeps no ledger of a policy that is gone, in a process that leads and in any other. */
class ForgottenLedgerTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");

  @Test
  void aLedgerIsForgottenWithItsRollout() {
    try (OverrideHub hub = new OverrideHub();
        HubCaches caches =
            HubCachesBuilder.of(hub.client, ChangeListener.NONE, ProcessTime.SYSTEM)
                .mode(HubMode.BESIDE)
                .start()) {
      GenericKubernetesResource rollout = caches.rollout(POLICY).orElseThrow();
      assertThat(reads(hub, caches, rollout)).isTrue();
      assertThat(reads(hub, caches, rollout)).isFalse();

      hub.client.genericKubernetesResources(Kinds.ROLLOUT).resource(rollout).delete();
      Patience.await().untilAsserted(() -> assertThat(reads(hub, caches, rollout)).isTrue());
    }
  }

  /** Whether the pages are read, as they are not known. */
  private static boolean reads(
      OverrideHub hub, HubCaches caches, GenericKubernetesResource rollout) {
    hub.hub.forgetRequests();
    caches.ledgers().of(POLICY, Optional.of(rollout)).entries();
    return hub.hub.requests().containsKey("get configmaps");
  }
}
