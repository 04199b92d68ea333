package io.sluice.placement.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.FleetView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnsatisfiedPlacementTest {
  private static Optional<String> message(String status, String message) {
    return UnsatisfiedPlacement.message(
        "fleet",
        Map.of(
            "conditions",
            List.of(
                Map.of(
                    "type",
                    "PlacementSatisfied",
                    "status",
                    status,
                    "reason",
                    "NoManagedClusterSetBindings",
                    "message",
                    message))));
  }

  @Test
  void whatTheControllerSaysIsTheReason() {
    assertThat(message("False", "No valid ManagedClusterSetBindings found in placement namespace"))
        .contains(
            "Placement fleet: No valid ManagedClusterSetBindings found in placement namespace.");
    assertThat(message("False", "Cannot choose all clusters of placement a/b: c. Do d."))
        .contains("Cannot choose all clusters of placement a/b: c. Do d.");
    assertThat(message("False", "")).contains("Placement fleet: NoManagedClusterSetBindings.");
    assertThat(message("True", "All are chosen.")).isEmpty();
    assertThat(UnsatisfiedPlacement.message("fleet", Map.of())).isEmpty();
  }

  @Test
  void theReasonFollowsThatNoClusterIsSelected() {
    FleetView none = FleetView.of(List.of());
    FleetView tainted =
        new FleetView(
            List.of(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            Optional.of("Placement fleet: all are tainted."));

    assertThat(none.withoutClusters()).isEqualTo("No cluster is selected.");
    assertThat(tainted.withRepairUndone(List.of()).withoutClusters())
        .isEqualTo("No cluster is selected. Placement fleet: all are tainted.");
  }
}
