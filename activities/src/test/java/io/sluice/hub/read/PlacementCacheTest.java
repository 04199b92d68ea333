package io.sluice.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.gate.TicketLedger;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.policy.propagation.PlacementRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementCacheTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final PlacementRef FLEET =
      new PlacementRef("cluster.open-cluster-management.io", "Placement", "fleet");

  private final PlacementCache cache = new PlacementCache();
  private final List<GenericKubernetesResource> placements = new ArrayList<>();
  private final List<GenericKubernetesResource> decisions = new ArrayList<>();

  PlacementCacheTest() {
    placements.add(placement(2));
    decisions.add(decision("c1, c2"));
  }

  private static GenericKubernetesResource placement(int clusters) {
    return Yaml.object(
        """
        kind: Placement
        metadata: {name: fleet, namespace: retail, generation: 1}
        spec: {}
        status:
          numberOfSelectedClusters: %d
          decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: '', decisions: [fleet-1], clusterCount: %1$d}]
        """
            .formatted(clusters));
  }

  private static GenericKubernetesResource decision(String clusters) {
    return Yaml.object(
        """
        kind: PlacementDecision
        metadata:
          name: fleet-1
          namespace: retail
          labels:
            cluster.open-cluster-management.io/placement: fleet
            cluster.open-cluster-management.io/decision-group-index: "0"
        status: {decisions: [%s]}
        """
            .formatted(clusters.replaceAll("(c\\d)", "{clusterName: $1}")));
  }

  private NamespacePlacements.Parsed parsed(String policy) {
    return cache
        .of(
            new PolicyObjects(
                new PolicyName("retail", policy),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                placements,
                List.of(),
                decisions,
                List::of,
                () -> false,
                Optional.empty(),
                PolicySets.NONE,
                HubMode.STANDALONE,
                TicketLedger.NONE,
                cache,
                CalendarObjects.UNREAD,
                ApprovalGuard.UNASKED))
        .placement(FLEET, NOW)
        .orElseThrow();
  }

  @Test
  void thePoliciesOfANamespaceShareWhatWasParsedOnce() {
    NamespacePlacements.Parsed first = parsed("tls");

    assertThat(parsed("dns")).isSameAs(first);
    assertThat(first.view().clusters()).containsExactly("c1", "c2");
  }

  @Test
  void anotherPlacementChangesNothing() {
    NamespacePlacements.Parsed first = parsed("tls");
    placements.add(Yaml.object("{kind: Placement, metadata: {name: lab, namespace: retail}}"));

    assertThat(parsed("tls")).isSameAs(first);
  }

  @Test
  void whatChangedIsParsedAgainAlsoWhileItContradictsItself() {
    parsed("tls");
    decisions.set(0, decision("c1, c2, c3"));

    assertThat(parsed("tls").snapshot().coherent()).isFalse();
    assertThat(parsed("tls").view().clusters()).containsExactly("c1", "c2", "c3");

    placements.set(0, placement(3));

    assertThat(parsed("tls").snapshot().coherent()).isTrue();
  }

  @Test
  void aPlacementThatIsGoneHasNoClusters() {
    parsed("tls");
    GenericKubernetesResource gone = placements.remove(0);
    NamespacePlacements without =
        cache.of(
            new PolicyObjects(
                new PolicyName("retail", "tls"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                decisions,
                List::of,
                () -> false,
                Optional.empty(),
                PolicySets.NONE,
                HubMode.STANDALONE,
                TicketLedger.NONE,
                cache,
                CalendarObjects.UNREAD,
                ApprovalGuard.UNASKED));

    assertThat(without.placement(FLEET, NOW)).isEmpty();

    placements.add(gone);

    assertThat(parsed("tls").view().clusters()).containsExactly("c1", "c2");
  }
}
