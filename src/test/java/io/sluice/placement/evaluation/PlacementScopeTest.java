package io.sluice.placement.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.PlacementMode;
import io.sluice.placement.PlacementObject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementScopeTest {
  private static final String DISABLED =
      "cluster.open-cluster-management.io/experimental-scheduling-disable";

  @Test
  void withoutTheAnnotationAPlacementIsEvaluatedOnlyWhereAllAre() {
    PlacementObject plain = placement(Map.of(), Map.of());

    assertThat(evaluated(plain, PlacementMode.ALL)).isTrue();
    assertThat(evaluated(plain, PlacementMode.ANNOTATED)).isFalse();
    assertThat(evaluated(plain, PlacementMode.OFF)).isFalse();
  }

  @Test
  void theAnnotationOfOcmHandsAPlacementOver() {
    PlacementObject disabled = placement(Map.of(), Map.of(DISABLED, "true"));

    assertThat(evaluated(disabled, PlacementMode.ANNOTATED)).isTrue();
    assertThat(evaluated(disabled, PlacementMode.OFF)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"True", "yes", "", "false"})
  void ocmEvaluatesAPlacementWhoseAnnotationIsNotExactlyTrue(String value) {
    assertThat(evaluated(placement(Map.of(), Map.of(DISABLED, value)), PlacementMode.ANNOTATED))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(PlacementMode.class)
  void placementsWithASchedulerOfTheirOwnAreNeverEvaluated(PlacementMode mode) {
    assertThat(
            evaluated(
                placement(Map.of(), Map.of(DISABLED, "true", "sluice.io/decision-grouping", "off")),
                mode))
        .isFalse();
    assertThat(
            evaluated(
                placement(Map.of("sluice.io/override", "policies.tls"), Map.of(DISABLED, "true")),
                mode))
        .isFalse();
  }

  private static boolean evaluated(PlacementObject placement, PlacementMode mode) {
    return PlacementScope.excluded(placement, mode).isEmpty();
  }

  private static PlacementObject placement(
      Map<String, String> labels, Map<String, String> annotations) {
    return new PlacementObject("ns", "p", "uid", 1, labels, annotations, Map.of(), Map.of());
  }
}
