package io.sluice.activation.policy;

import io.sluice.activation.ActivationPlanner;
import io.sluice.policy.propagation.PlacementRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Describes one edit that waits.
 *
 * @param sentence what happened: {@code Placement edge-sites changed}
 * @param detail what of it, in few characters; may be empty
 */
record PendingChange(String sentence, String detail) {
  /**
   * Describes what waits of one contribution.
   *
   * @param fields what differs
   */
  static List<PendingChange> of(ContributionInput contribution, Collection<String> fields) {
    Contribution desired = contribution.desired();
    if (desired.strategy()) {
      return List.of(new PendingChange("The rollout strategy changed", ""));
    }
    String binding = "PlacementBinding " + desired.binding();
    if (contribution.snapshot().isEmpty()) {
      return List.of(new PendingChange(binding + " was added", ""));
    }
    List<String> ofBinding =
        fields.stream()
            .filter(field -> !field.equals(ContributionSnapshot.PLACEMENT))
            .filter(field -> !field.equals(ActivationPlanner.CONTENT))
            .toList();
    List<PendingChange> changes = new ArrayList<>();
    // Another placement has another spec.
    if (fields.contains(ContributionSnapshot.PLACEMENT)
        && !ofBinding.contains(ContributionSnapshot.PLACEMENT_REF)) {
      PlacementRef ref = ContributionSnapshot.ref(desired.snapshot());
      changes.add(
          new PendingChange(
              "%s %s changed".formatted(ref.kind(), ref.name()),
              generations(contribution.placementGeneration(), desired.placementGeneration())));
    }
    if (!ofBinding.isEmpty()) {
      changes.add(new PendingChange(binding + " changed", String.join(", ", ofBinding)));
    }
    return changes;
  }

  private static String generations(long active, long present) {
    return active == 0 || active == present
        ? "generation %d".formatted(present)
        : "generation %d to %d".formatted(active, present);
  }

  /** Formats the edits that wait together, and what they do to clusters. */
  static String all(List<PendingChange> changes, String clusters) {
    return changes.size() == 1
        ? changes.get(0).with(clusters)
        : changes.stream().map(PendingChange::text).collect(Collectors.joining(", "))
            + ": "
            + clusters;
  }

  private String with(String clusters) {
    return "%s (%s%s)".formatted(sentence, detail.isEmpty() ? "" : detail + ": ", clusters);
  }

  private String text() {
    return detail.isEmpty() ? sentence : "%s (%s)".formatted(sentence, detail);
  }
}
