package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.Compliance;
import io.sluice.policy.PolicyName;
import io.sluice.policy.propagation.BindingSubject;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.PlacementEntry;
import io.sluice.policy.propagation.PlacementRef;
import io.sluice.policy.propagation.PlacementView;
import io.sluice.policy.propagation.PolicySetView;
import io.sluice.policy.propagation.RootSpec;
import io.sluice.policy.propagation.Targets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RootStatusTest {
  private static final String GROUP = "policy.open-cluster-management.io";
  private static final PlacementRef PLACEMENT =
      new PlacementRef("cluster.open-cluster-management.io", "Placement", "all");

  @Test
  void aStagedPolicyShowsTheStatusOfEachClusterAndOfTheWhole() {
    RootStatus status =
        RootStatus.of(
            targets(false, List.of()),
            Map.of("c1", Compliance.COMPLIANT),
            Map.of("c1", ClusterStatus.SUCCEEDED, "c2", ClusterStatus.TO_APPLY),
            Optional.of("Progressing"));

    assertThat(status.toTree())
        .isEqualTo(
            Map.of(
                "rolloutStatus",
                "Progressing",
                "placement",
                List.of(Map.of("placementBinding", "b", "placement", "all")),
                "status",
                List.of(
                    Map.of(
                        "clustername",
                        "c1",
                        "clusternamespace",
                        "c1",
                        "compliant",
                        "Compliant",
                        "rolloutStatus",
                        "Succeeded"),
                    Map.of(
                        "clustername",
                        "c2",
                        "clusternamespace",
                        "c2",
                        "rolloutStatus",
                        "ToApply"))));
  }

  @Test
  void aDisabledPolicyKeepsItsPlacementAlone() {
    RootStatus status =
        RootStatus.of(
            targets(true, List.of()),
            Map.of("c1", Compliance.COMPLIANT),
            Map.of(),
            Optional.of("Failed"));

    assertThat(status.toTree()).containsOnlyKeys("placement");
  }

  @Test
  void aRowOfAnExcludedClusterShowsNoStatusOfItsLeftoverReplica() {
    RootStatus status =
        RootStatus.of(
            targets(false, List.of(new PolicySetView.Exclusion("tls", List.of("c2", "c9")))),
            Map.of("c1", Compliance.COMPLIANT, "c2", Compliance.COMPLIANT),
            Map.of("c2", ClusterStatus.SUCCEEDED),
            Optional.empty());

    assertThat(status.status().get(1))
        .isEqualTo(new ClusterRow("c2", Optional.empty(), Optional.empty(), List.of()));
    assertThat(status.placement().get(0).exclusions()).containsExactly("c2");
    assertThat(status.compliant()).isEmpty();
  }

  @Test
  void everyWayOfABindingIsAnEntryAndTheDirectOneIsFirst() {
    PolicySetView set = new PolicySetView("fleet", "base", List.of("tls"), List.of());
    BindingView twice =
        binding(
            List.of(
                new BindingSubject(GROUP, "PolicySet", "base"),
                new BindingSubject(GROUP, "Policy", "tls"),
                new BindingSubject(GROUP, "PolicySet", "base"),
                new BindingSubject(GROUP, "Policy", "tls")));

    RootStatus status =
        RootStatus.of(
            new Bindings(List.of(twice), List.of(set), List.of()).targets(root(false)),
            Map.of(),
            Map.of(),
            Optional.empty());

    assertThat(status.placement())
        .extracting(PlacementEntry::policySet)
        .containsExactly(Optional.empty(), Optional.of("base"));
  }

  private static Targets targets(boolean disabled, List<PolicySetView.Exclusion> exclusions) {
    boolean direct = exclusions.isEmpty();
    BindingSubject subject =
        direct
            ? new BindingSubject(GROUP, "Policy", "tls")
            : new BindingSubject(GROUP, "PolicySet", "base");
    return new Bindings(
            List.of(binding(List.of(subject))),
            List.of(new PolicySetView("fleet", "base", List.of("tls"), exclusions)),
            List.of(PlacementView.of("fleet", "Placement", "all", List.of("c2", "c1"))))
        .targets(root(disabled));
  }

  private static BindingView binding(List<BindingSubject> subjects) {
    return new BindingView("fleet", "b", PLACEMENT, subjects, Optional.empty(), false, false);
  }

  private static RootSpec root(boolean disabled) {
    return new RootSpec(new PolicyName("fleet", "tls"), disabled, Optional.of("inform"));
  }
}
