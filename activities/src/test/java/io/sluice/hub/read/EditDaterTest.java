package io.sluice.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.Yaml;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dates edits, as the release at an instant needs it (lazy-activation 4.5). */
class EditDaterTest {
  private static final Instant CREATED = Instant.parse("2026-03-01T10:00:00Z");
  private static final Instant NOW = Instant.parse("2026-03-10T10:00:00Z");
  private static final Instant EDITED = Instant.parse("2026-03-02T10:00:00Z");

  private static GenericKubernetesResource placement(int generation, String fields, String status) {
    return Yaml.object(
        """
        kind: Placement
        metadata:
          name: sites
          generation: %d
          creationTimestamp: "2026-03-01T10:00:00Z"
          managedFields: [%s]
        status: {conditions: [{type: PlacementSatisfied%s}]}
        """
            .formatted(generation, fields, status));
  }

  private static String entry(String time, String subresource) {
    return "{manager: x, time: \"%s\"%s}"
        .formatted(time, subresource.isEmpty() ? "" : ", subresource: " + subresource);
  }

  @Test
  void theFirstGenerationIsAsOldAsTheObject() {
    assertThat(EditDater.edited(placement(1, entry("2026-03-09T10:00:00Z", ""), ""), NOW))
        .contains(CREATED);
  }

  @Test
  void ofOthersTheLastWriteCountsThatIsNoneOfTheStatus() {
    String fields =
        String.join(
            ", ",
            entry("2026-03-01T11:00:00Z", ""),
            entry("2026-03-02T10:00:00Z", ""),
            entry("2026-03-09T10:00:00Z", "status"));
    assertThat(EditDater.edited(placement(2, fields, ""), NOW)).contains(EDITED);
    assertThat(EditDater.edited(placement(2, entry("2026-03-09T10:00:00Z", "status"), ""), NOW))
        .isEmpty();
  }

  @Test
  void ofSeveralTheLastCountsIfAllAreKnown() {
    GenericKubernetesResource later = placement(2, entry("2026-03-02T10:00:00Z", ""), "");
    GenericKubernetesResource unknown = placement(2, "", "");
    assertThat(EditDater.allEdited(List.of(placement(1, "", ""), later), NOW)).contains(EDITED);
    assertThat(EditDater.allEdited(List.of(later, unknown), NOW)).isEmpty();
  }

  /** Whoever may edit a placement may also write its managed fields. */
  @Test
  void anEditThatIsYetToComeIsDatedByNothing() {
    String fields =
        String.join(", ", entry("2026-03-02T10:00:00Z", ""), entry("2999-01-01T00:00:00Z", ""));
    assertThat(EditDater.edited(placement(2, fields, ""), NOW)).isEmpty();
    assertThat(EditDater.settlesAt(placement(2, fields, ""), NOW)).isEmpty();
    assertThat(EditDater.edited(placement(2, entry("2026-03-10T10:00:30Z", ""), ""), NOW))
        .contains(NOW.plusSeconds(30));
  }

  @Test
  void decisionsSettleSecondsAfterTheEditUnlessTheyNameTheGenerationThatTheyFollow() {
    String fields = entry("2026-03-02T10:00:00Z", "");
    assertThat(EditDater.settlesAt(placement(2, fields, ""), NOW)).contains(EDITED.plusSeconds(5));
    assertThat(EditDater.settlesAt(placement(2, fields, ", observedGeneration: 2"), NOW)).isEmpty();
  }
}
