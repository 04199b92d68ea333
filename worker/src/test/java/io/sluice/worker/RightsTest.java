package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RightsTest {
  @Test
  void whatIsMissingIsNamedByVerbAndResource() {
    assertThat(
            Rights.words(
                List.of(
                    new Right("update", "policy.io", "policies/status", "", ""),
                    new Right("patch", "policy.io", "policies/status", "", ""),
                    new Right("get", "coordination.k8s.io", "leases", "sluice-system", "sluice"))))
        .isEqualTo(
            "update, patch policies/status in policy.io; get leases sluice in coordination.k8s.io in namespace sluice-system");
  }

  @Test
  void aSubresourceIsAskedForAsSuch() {
    assertThat(new Right("patch", "g", "rollouts/status", "", "").attributes())
        .satisfies(
            asked -> {
              assertThat(asked.getResource()).isEqualTo("rollouts");
              assertThat(asked.getSubresource()).isEqualTo("status");
              assertThat(asked.getNamespace()).isNull();
            });
  }

  @Test
  void rightsOnTheLeaseAreNeededWhereItIsAndOnlyWithElection() {
    assertThat(Rights.needed(Optional.of("elsewhere")))
        .contains(new Right("create", "coordination.k8s.io", "leases", "elsewhere", ""))
        .contains(new Right("patch", "coordination.k8s.io", "leases", "elsewhere", "sluice"));
    assertThat(Rights.needed(Optional.empty()))
        .isNotEmpty()
        .allSatisfy(right -> assertThat(right.namespace()).isEmpty());
  }
}
