package io.sluice.placement.write;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Separates the PlacementDecisions of a Placement from those of other owners (placement 9).
 *
 * @param placement its name
 * @param uid its UID, which its objects name as their controller
 */
public record DecisionOwner(String placement, String uid) {
  public DecisionOwner {
    requireNonNull(placement, "placement is null");
    requireNonNull(uid, "uid is null");
  }

  /** Returns the Placement's own objects. */
  public List<PublishedDecision> own(List<PublishedDecision> published) {
    return published.stream().filter(this::owns).toList();
  }

  /** Returns objects with the Placement's label that are not its own: a warning, never a write. */
  public List<PublishedDecision> foreign(List<PublishedDecision> published) {
    return published.stream().filter(this::labelled).filter(object -> !owns(object)).toList();
  }

  /** Returns objects that hold a wanted name but are not the Placement's own: misconfigured. */
  public List<PublishedDecision> conflicts(
      List<PublishedDecision> published, List<DecisionObject> wanted) {
    Set<String> names = wanted.stream().map(DecisionObject::name).collect(Collectors.toSet());
    return published.stream()
        .filter(object -> names.contains(object.name()))
        .filter(object -> !owns(object))
        .toList();
  }

  /** An object without a controller is the Placement's own if it carries the label. */
  private boolean owns(PublishedDecision object) {
    return object.controller().map(uid::equals).orElseGet(() -> labelled(object));
  }

  private boolean labelled(PublishedDecision object) {
    return placement.equals(object.object().labels().get(DecisionObject.PLACEMENT));
  }
}
