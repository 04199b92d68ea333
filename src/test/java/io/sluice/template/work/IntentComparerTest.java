package io.sluice.template.work;

import static io.sluice.template.work.StoredTemplate.CREATED;
import static io.sluice.template.work.StoredTemplate.lazy;
import static io.sluice.template.work.StoredTemplate.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.policy.ClusterChanges;
import io.sluice.template.PropagationPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IntentComparerTest {
  private final StoredTemplate stored = new StoredTemplate().clusters("m1", "m2", "m3");

  @BeforeEach
  void activate() {
    stored.decide(lazy("a", "m1", "m2"));
  }

  @Test
  void aPlacementMovesClustersAndATreatmentChangesThoseThatStay() {
    ClusterChanges moved = IntentComparer.compare(stored.facts(Optional.of(lazy("a", "m2", "m3"))));
    assertThat(moved.added()).containsExactly("m3");
    assertThat(moved.changed()).isEmpty();
    assertThat(moved.left()).containsExactly("m1");

    PropagationPolicy suspending =
        policy(
            "a",
            CREATED.minusSeconds(60),
            Map.of(
                "suspension",
                Map.of("dispatchingOnClusters", Map.of("clusterNames", List.of("m2")))),
            "m1",
            "m2");
    assertThat(IntentComparer.compare(stored.facts(Optional.of(suspending))).changed())
        .containsExactly("m2");
  }

  @Test
  void aChangeOfTheContentConcernsAllThatStay() {
    stored.content("2");
    assertThat(
            IntentComparer.compare(stored.facts(Optional.of(lazy("a", "m1", "m2", "m3"))))
                .changed())
        .containsExactly("m1", "m2");
  }

  @Test
  void withoutAnOwnerOrAClusterThatFitsNothingMoves() {
    for (Optional<PropagationPolicy> owner :
        List.of(Optional.<PropagationPolicy>empty(), Optional.of(lazy("a", "m9")))) {
      ClusterChanges none = IntentComparer.compare(stored.facts(owner));
      assertThat(none.added()).isEmpty();
      assertThat(none.changed()).isEmpty();
      assertThat(none.left()).isEmpty();
    }
  }
}
