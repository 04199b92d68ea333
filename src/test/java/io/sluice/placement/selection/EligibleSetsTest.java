package io.sluice.placement.selection;

import static io.sluice.placement.selection.Clusters.cluster;
import static io.sluice.placement.selection.Clusters.deleting;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.ManagedClusterSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EligibleSetsTest {
  private static final String LABEL = "cluster.open-cluster-management.io/clusterset";

  @Test
  void aBindingCountsIfItsSetExists() {
    EligibleSets sets =
        EligibleSets.of(
            List.of(exclusive("b", ""), exclusive("a", "")), List.of("a", "x"), List.of());
    assertThat(sets.bound()).containsExactly("a");
    assertThat(sets.sets()).extracting(ManagedClusterSet::name).containsExactly("a");
  }

  @Test
  void thePlacementNarrowsTheBoundSets() {
    EligibleSets sets =
        EligibleSets.of(
            List.of(exclusive("a", ""), exclusive("b", "")), List.of("a", "b"), List.of("b", "c"));
    assertThat(sets.bound()).containsExactly("a", "b");
    assertThat(sets.sets()).extracting(ManagedClusterSet::name).containsExactly("b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ExclusiveClusterSetLabel"})
  void anExclusiveSetHasTheClustersWithItsLabel(String type) {
    EligibleSets sets = EligibleSets.of(List.of(exclusive("a", type)), List.of("a"), List.of());
    assertThat(sets.pools(cluster("c", Map.of(LABEL, "a")))).isTrue();
    assertThat(sets.pools(cluster("c", Map.of(LABEL, "b")))).isFalse();
    assertThat(sets.pools(cluster("c", Map.of()))).isFalse();
  }

  @Test
  void aSelectingSetHasTheClustersThatItsSelectorMatches() {
    EligibleSets sets =
        EligibleSets.of(
            List.of(Clusters.selecting("s", Map.of("env", "prod"))), List.of("s"), List.of());
    assertThat(sets.pools(cluster("c", Map.of("env", "prod")))).isTrue();
    assertThat(sets.pools(cluster("c", Map.of()))).isFalse();
    EligibleSets all = EligibleSets.of(List.of(Clusters.GLOBAL), List.of("global"), List.of());
    assertThat(all.pools(cluster("c", Map.of()))).isTrue();
  }

  @Test
  void withoutSelectorASelectingSetIsEmpty() {
    ManagedClusterSet none = new ManagedClusterSet("s", "LabelSelector", Optional.empty());
    EligibleSets sets = EligibleSets.of(List.of(none), List.of("s"), List.of());
    assertThat(sets.pools(cluster("c", Map.of()))).isFalse();
    assertThat(sets.error()).isEmpty();
  }

  @Test
  void aClusterThatIsBeingDeletedIsInTheSetButNotInThePool() {
    EligibleSets sets = EligibleSets.of(List.of(Clusters.GLOBAL), List.of("global"), List.of());
    assertThat(sets.setOf(deleting("c", Map.of()))).contains("global");
    assertThat(sets.pools(deleting("c", Map.of()))).isFalse();
  }

  @Test
  void anotherSelectorTypeIsAnErrorOfTheHub() {
    List<ManagedClusterSet> all = List.of(exclusive("a", ""), exclusive("b", "Magic"));
    assertThat(EligibleSets.of(all, List.of("a", "b"), List.of()).error().orElseThrow())
        .contains("ManagedClusterSet b has \"Magic\"");
    assertThat(EligibleSets.of(all, List.of("a", "b"), List.of("a")).error()).isEmpty();
  }

  private static ManagedClusterSet exclusive(String name, String type) {
    return new ManagedClusterSet(name, type, Optional.empty());
  }
}
