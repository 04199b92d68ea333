package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CrdCheckTest {
  private static final String ROLLOUTS = "rollouts.cluster.open-cluster-management.io";
  private static final String POLICIES = "policies.policy.open-cluster-management.io";

  @Test
  void aHubThatLacksOnlyRolloutNeedsOnlyRollout() {
    assertThat(CrdCheck.advice(List.of(ROLLOUTS))).isEqualTo("Run kubectl apply -f deploy/crds.");
  }

  @Test
  void theCrdsOfPoliciesAreNotAppliedBesideOcm() {
    assertThat(CrdCheck.advice(List.of(POLICIES, ROLLOUTS)))
        .isEqualTo(
            "With OCM: run kubectl apply -f deploy/crds and the patches in deploy/crds/README.md."
                + " Without OCM: run kubectl apply -k deploy/crds and -k deploy/crds/ocm.");
  }
}
