package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Holds a PlacementDecision as it stands on the hub.
 *
 * @param resourceVersion the version that was read, which every write to it carries
 * @param controller the UID of the owner that controls it; absent: it has none
 */
public record PublishedDecision(
    DecisionObject object, String resourceVersion, Optional<String> controller) {
  public PublishedDecision {
    requireNonNull(object, "object is null");
    requireNonNull(resourceVersion, "resourceVersion is null");
    requireNonNull(controller, "controller is null");
  }

  public String name() {
    return object.name();
  }
}
