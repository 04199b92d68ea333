package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.process.Patience;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writes a Lease like that of OCM's propagator in a namespace of their own, as Kubernetes' {@code
 * edit} lets everybody, and a cluster's add-on account in that of its cluster: it neither stops
 * Sluice nor chooses its mode (policy-propagation 8.1).
 */
@Timeout(Patience.TEST)
class LeaseStrangersIT {
  @ParameterizedTest
  @CsvSource({
    "STANDALONE, TENANT, 2999",
    "STANDALONE, TENANT, 2001",
    "STANDALONE, ADD_ON_ACCOUNT, 2999",
    "BESIDE, TENANT, 2999"
  })
  void aLeaseOfAStrangerStopsNothingAndChoosesNoMode(HubMode mode, StrangerRole role, int year)
      throws InterruptedException {
    try (StrangerScene scene = StrangerScene.of(mode)) {
      scene.deliver();
      Stranger stranger = scene.stranger(role);
      stranger.create(
          Kinds.LEASE,
          """
          {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
           "metadata": {"name": "policy-propagator.open-cluster-management.io"},
           "spec": {"holderIdentity": "propagator", "leaseDurationSeconds": 2147483647,
            "acquireTime": "%1$d-01-01T00:00:00.000000Z", "renewTime": "%1$d-01-01T00:00:00.000000Z"}}
          """
              .formatted(year));
      scene.deliver();

      scene.restart();
      assertThat(scene.worker().output())
          .contains("Mode " + mode.label())
          .doesNotContain("Mode " + other(mode).label());
      scene.deliver();
    }
  }

  private static HubMode other(HubMode mode) {
    return mode.beside() ? HubMode.STANDALONE : HubMode.BESIDE;
  }
}
