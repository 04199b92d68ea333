package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.WriteDater;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Dates edits by what the API server records of them, in whole seconds. */
final class EditDater {
  /** How long after an edit of a placement its decisions may be those before it. */
  private static final Duration DECISIONS_LAG = Duration.ofSeconds(5);

  private EditDater() {}

  /**
   * Returns when an object was edited last; empty where that is not known.
   *
   * <p>The first generation is as old as the object; of others the last write counts.
   */
  static Optional<Instant> edited(GenericKubernetesResource object, Instant now) {
    ObjectMeta meta = object.getMetadata();
    if (Objects.requireNonNullElse(meta.getGeneration(), 1L) <= 1) {
      return Optional.ofNullable(meta.getCreationTimestamp()).map(Instant::parse);
    }
    return WriteDater.specWritten(meta, now);
  }

  /** Returns when the last of them was edited; empty where that is not known of all. */
  static Optional<Instant> allEdited(Collection<GenericKubernetesResource> objects, Instant now) {
    List<Optional<Instant>> edits = objects.stream().map(object -> edited(object, now)).toList();
    return edits.stream().allMatch(Optional::isPresent)
        ? edits.stream().flatMap(Optional::stream).max(Comparator.naturalOrder())
        : Optional.empty();
  }

  /**
   * Returns until when the decisions of a placement may be those of its former spec; empty if they
   * name the generation that they follow. OCM's controller does not, and writes them within a
   * second or two.
   */
  static Optional<Instant> settlesAt(GenericKubernetesResource placement, Instant now) {
    boolean follows =
        JsonTree.maps(HubObjects.part(placement, "status"), "conditions").stream()
            .anyMatch(condition -> condition.containsKey("observedGeneration"));
    return follows ? Optional.empty() : edited(placement, now).map(at -> at.plus(DECISIONS_LAG));
  }
}
