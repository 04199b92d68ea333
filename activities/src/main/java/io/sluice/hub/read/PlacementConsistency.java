package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks that a placement and its decisions were read in one state (placement 11.2). */
final class PlacementConsistency {
  /** How long the objects of a scheduler that writes no status must be unchanged. */
  private static final Duration UNCHANGED = Duration.ofSeconds(10);

  private final GenericKubernetesResource placement;
  private final List<GenericKubernetesResource> objects;
  private final Map<String, PlacementDecision> decisions;
  private final Map<String, Object> status;

  PlacementConsistency(
      GenericKubernetesResource placement,
      List<GenericKubernetesResource> objects,
      List<PlacementDecision> decisions) {
    this.placement = placement;
    this.objects = objects;
    this.decisions =
        decisions.stream().collect(Collectors.toMap(PlacementDecision::name, Function.identity()));
    this.status = HubObjects.part(placement, "status");
  }

  /** Returns what is not published yet, as a sentence; empty when everything is. */
  Optional<String> problem(Instant now) {
    if (holds(now)) {
      return Optional.empty();
    }
    return Optional.of(withoutStatus().orElseGet(this::unpublished));
  }

  /** Returns a sentence if no scheduler has written a status or any decision. */
  Optional<String> withoutStatus() {
    return status.isEmpty() && decisions.isEmpty()
        ? Optional.of(
            "Placement %s has no status: its scheduler has not run."
                .formatted(placement.getMetadata().getName()))
        : Optional.empty();
  }

  private String unpublished() {
    String waiting =
        "Waiting for placement %s to publish all its decisions"
            .formatted(placement.getMetadata().getName());
    long expected = HubObjects.number(status, "numberOfSelectedClusters");
    return selected() < expected
        ? "%s: it publishes %d of %d.".formatted(waiting, selected(), expected)
        : waiting + ".";
  }

  private boolean holds(Instant now) {
    List<Map<String, Object>> groups = JsonTree.maps(status, "decisionGroups");
    List<Map<String, Object>> conditions = JsonTree.maps(status, "conditions");
    if (groups.isEmpty() && conditions.isEmpty()) {
      return disjoint() && unchanged(now);
    }
    boolean counted =
        disjoint() && selected() == HubObjects.number(status, "numberOfSelectedClusters");
    return counted
        && conditions.stream().allMatch(this::current)
        && (groups.isEmpty() || published(groups));
  }

  /** Returns whether exactly the decisions that the status lists are there, as listed. */
  private boolean published(List<Map<String, Object>> groups) {
    Set<String> listed = new HashSet<>();
    for (Map<String, Object> group : groups) {
      List<String> names = JsonTree.texts(group, "decisions");
      listed.addAll(names);
      if (!names.stream().allMatch(name -> belongs(name, group))) {
        return false;
      }
      long clusters =
          names.stream()
              .flatMap(name -> decisions.get(name).clusters().stream())
              .distinct()
              .count();
      if (clusters != HubObjects.number(group, "clusterCount")) {
        return false;
      }
    }
    return listed.equals(decisions.keySet());
  }

  private boolean belongs(String name, Map<String, Object> group) {
    Optional<PlacementDecision> decision = Optional.ofNullable(decisions.get(name));
    long index = HubObjects.number(group, "decisionGroupIndex");
    String groupName = JsonTree.text(group, "decisionGroupName").orElse("");
    return decision
        .filter(found -> found.group().equals(groupName))
        .flatMap(PlacementDecision::number)
        .filter(number -> number == index)
        .isPresent();
  }

  private boolean current(Map<String, Object> condition) {
    return condition.get("observedGeneration") == null
        || HubObjects.number(condition, "observedGeneration") == HubObjects.generation(placement);
  }

  private boolean disjoint() {
    return clusters().distinct().count() == clusters().count();
  }

  private long selected() {
    return clusters().distinct().count();
  }

  private Stream<String> clusters() {
    return decisions.values().stream().flatMap(d -> d.clusters().stream().distinct());
  }

  /** Compares the times of the last writes, so that one read is enough. */
  private boolean unchanged(Instant now) {
    return Stream.concat(Stream.of(placement), objects.stream())
        .map(HasMetadata::getMetadata)
        .flatMap(PlacementConsistency::written)
        .map(Instant::parse)
        .noneMatch(written -> written.plus(UNCHANGED).isAfter(now));
  }

  private static Stream<String> written(ObjectMeta meta) {
    Stream<String> updates =
        Objects.requireNonNullElse(meta.getManagedFields(), List.<ManagedFieldsEntry>of()).stream()
            .map(ManagedFieldsEntry::getTime);
    return Stream.concat(updates, Stream.of(meta).map(ObjectMeta::getCreationTimestamp))
        .filter(Objects::nonNull);
  }
}
