package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PermissionCheckTest {
  private static final String KARMADA = "karmada-controller-manager";

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
    assertThat(
            PermissionCheck.needed(HubMode.STANDALONE, Optional.of("elsewhere"), PlacementMode.ALL))
        .contains(new Permission("create", "coordination.k8s.io", "leases", "elsewhere", ""))
        .contains(new Permission("update", "coordination.k8s.io", "leases", "elsewhere", "sluice"));
    assertThat(PermissionCheck.needed(HubMode.STANDALONE, Optional.empty(), PlacementMode.ALL))
        .isNotEmpty()
        .allSatisfy(right -> assertThat(right.namespace()).isEmpty());
  }

  @Test
  void whatOnlyFormerWorkersAskForIsGrantedAndNotNeeded() {
    Optional<String> here = Optional.of("here");
    KubernetesSerialization yaml = new KubernetesSerialization();
    List<HasMetadata> roles =
        PackagedFiles.RBAC.files().entrySet().stream()
            .filter(file -> file.getKey().endsWith("role.yaml"))
            .map(file -> yaml.<HasMetadata>unmarshal(file.getValue()))
            .toList();
    assertThat(roles)
        .allSatisfy(
            role ->
                assertThat(
                        PermissionCheck.granted(role, here)
                            .map(right -> right.verb() + " " + right.resource()))
                    .containsAll(PermissionCheck.former(role)));
    assertThat(PermissionCheck.needed(HubMode.STANDALONE, here, PlacementMode.ALL))
        .doesNotContain(
            new Permission("patch", "policy.open-cluster-management.io", "policies", "", ""))
        .contains(
            new Permission("update", "policy.open-cluster-management.io", "policies", "", ""));
  }

  @Test
  void noWorkerNeedsARightOfTheDashboard() {
    for (HubMode mode : HubMode.values()) {
      assertThat(PermissionCheck.needed(mode, Optional.empty(), PlacementMode.ALL))
          .extracting(Permission::resource)
          .contains("policies")
          .doesNotContain("tokenreviews");
    }
  }

  @Test
  void theStatusOfPoliciesAndPolicySetsMustBeWritable() {
    assertThat(PermissionCheck.needed(HubMode.STANDALONE, Optional.empty(), PlacementMode.ALL))
        .contains(
            new Permission(
                "update", "policy.open-cluster-management.io", "policies/status", "", ""),
            new Permission(
                "update", "policy.open-cluster-management.io", "policysets/status", "", ""));
  }

  @Test
  void rightsOfTheEvaluatorAreNeededOnlyWhereItRuns() {
    Permission create = cluster("create", "placementdecisions");
    Permission finalizers = cluster("update", "placements/finalizers");
    Permission operator =
        new Permission("list", "operator.open-cluster-management.io", "clustermanagers", "", "");

    assertThat(PermissionCheck.needed(HubMode.STANDALONE, Optional.empty(), PlacementMode.OFF))
        .contains(cluster("watch", "placementdecisions"))
        .doesNotContain(create, finalizers, operator);
    assertThat(
            PermissionCheck.needed(HubMode.STANDALONE, Optional.empty(), PlacementMode.ANNOTATED))
        .contains(create, finalizers)
        .doesNotContain(operator);
    assertThat(PermissionCheck.needed(HubMode.STANDALONE, Optional.empty(), PlacementMode.ALL))
        .contains(create, finalizers, operator);
  }

  @Test
  void besideThePropagatorNoRightIsNeededToWriteReplicasRootsOrTheirStatus() {
    List<Permission> needed =
        PermissionCheck.needed(HubMode.BESIDE, Optional.of("here"), PlacementMode.OFF);
    assertThat(needed)
        .contains(cluster("update", "placementdecisions/status"), cluster("update", "rollouts"))
        .contains(new Permission("create", "coordination.k8s.io", "leases", "here", ""));
    assertThat(needed)
        .filteredOn(right -> right.resource().startsWith("polic"))
        .isNotEmpty()
        .allSatisfy(right -> assertThat(right.verb()).isIn("get", "list", "watch"));
  }

  /** Only the propagator renders dependencies on sets of other namespaces. */
  @Test
  void besideThePropagatorNoSetIsReadByItsName() {
    assertThat(PermissionCheck.needed(HubMode.BESIDE, Optional.empty(), PlacementMode.OFF))
        .filteredOn(right -> right.resource().equals("policysets"))
        .extracting(Permission::verb)
        .containsExactly("list", "watch");
  }

  @Test
  void toPropagateTemplatesItNeedsItsOwnKindsAndTheKeyButNoRightOnEveryKind() {
    List<Permission> needed = PermissionCheck.neededForTemplates(Optional.empty());
    assertThat(needed)
        .contains(
            new Permission("patch", "policy.karmada.io", "propagationpolicies", "", ""),
            new Permission("delete", "work.karmada.io", "works", "", ""),
            new Permission("patch", "work.karmada.io", "resourcebindings/status", "", ""),
            new Permission("watch", "coordination.k8s.io", "leases", "", KARMADA),
            new Permission("create", "", "namespaces", "", ""),
            new Permission("get", "", "secrets", "sluice-system", "sluice-fingerprint-key"));
    assertThat(needed).noneMatch(permission -> permission.resource().equals("*"));
    assertThat(PermissionCheck.neededForTemplates(Optional.of("elsewhere")))
        .contains(new Permission("create", "", "secrets", "elsewhere", ""));
  }

  private static Permission cluster(String verb, String resource) {
    return new Permission(verb, "cluster.open-cluster-management.io", resource, "", "");
  }
}
