package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PermissionCheckTest {
  @Test
  void whatIsMissingIsNamedByVerbAndResource() {
    assertThat(
            PermissionCheck.message(
                List.of(
                    new Permission("update", "policy.io", "policies/status", "", ""),
                    new Permission("patch", "policy.io", "policies/status", "", ""),
                    new Permission(
                        "get", "coordination.k8s.io", "leases", "sluice-system", "sluice"))))
        .isEqualTo(
            "update, patch policies/status in policy.io; get leases sluice in coordination.k8s.io"
                + " in namespace sluice-system");
  }

  @Test
  void aSubresourceIsAskedForAsSuch() {
    assertThat(new Permission("patch", "g", "rollouts/status", "", "").attributes())
        .satisfies(
            asked -> {
              assertThat(asked.getResource()).isEqualTo("rollouts");
              assertThat(asked.getSubresource()).isEqualTo("status");
              assertThat(asked.getNamespace()).isNull();
            });
  }

  @Test
  void rightsOnTheLeaseAreNeededWhereItIsAndOnlyWithElection() {
    assertThat(PermissionCheck.needed(Optional.of("elsewhere")))
        .contains(new Permission("create", "coordination.k8s.io", "leases", "elsewhere", ""))
        .contains(new Permission("patch", "coordination.k8s.io", "leases", "elsewhere", "sluice"));
    assertThat(PermissionCheck.needed(Optional.empty()))
        .isNotEmpty()
        .allSatisfy(right -> assertThat(right.namespace()).isEmpty());
  }

  @Test
  void theStatusOfPoliciesAndPolicySetsMustBeWritable() {
    assertThat(PermissionCheck.needed(Optional.empty()))
        .contains(
            new Permission(
                "update", "policy.open-cluster-management.io", "policies/status", "", ""),
            new Permission(
                "update", "policy.open-cluster-management.io", "policysets/status", "", ""));
  }
}
