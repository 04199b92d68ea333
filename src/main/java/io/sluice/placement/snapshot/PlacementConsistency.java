package io.sluice.placement.snapshot;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupStatus;
import io.sluice.placement.PlacementObject;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks that a placement and its decisions were read in one state (placement 11.2). */
final class PlacementConsistency {
  /** How long the objects of a scheduler that writes no status must be unchanged. */
  private static final Duration UNCHANGED = Duration.ofSeconds(10);

  private final PlacementObject placement;
  private final Map<String, DecisionObject> decisions;
  private final Optional<Instant> written;
  private final Instant now;

  PlacementConsistency(
      PlacementObject placement,
      List<DecisionObject> decisions,
      Optional<Instant> written,
      Instant now) {
    this.placement = placement;
    this.decisions =
        decisions.stream().collect(Collectors.toMap(DecisionObject::name, Function.identity()));
    this.written = written;
    this.now = now;
  }

  /** Returns what is not published yet, as a sentence; empty when everything is. */
  Optional<String> problem() {
    if (holds()) {
      return Optional.empty();
    }
    return Optional.of(withoutStatus().orElseGet(this::unpublished));
  }

  /** Returns a sentence if no scheduler has written a status or any decision. */
  Optional<String> withoutStatus() {
    return placement.status().isEmpty() && decisions.isEmpty()
        ? Optional.of(
            "Placement %s has no status: its scheduler has not run.".formatted(placement.name()))
        : Optional.empty();
  }

  private String unpublished() {
    String waiting =
        "Waiting for placement %s to publish all its decisions".formatted(placement.name());
    long expected = expected();
    return selected() < expected
        ? "%s: it publishes %d of %d.".formatted(waiting, selected(), expected)
        : waiting + ".";
  }

  private boolean holds() {
    List<GroupStatus> groups = GroupStatus.of(placement);
    List<Map<String, Object>> conditions = JsonTree.maps(placement.status(), "conditions");
    if (groups.isEmpty() && conditions.isEmpty()) {
      return disjoint() && unchanged();
    }
    return disjoint()
        && selected() == expected()
        && conditions.stream().allMatch(this::current)
        && (groups.isEmpty() || published(groups));
  }

  /** Returns whether exactly the decisions that the status lists are there, as listed. */
  private boolean published(List<GroupStatus> groups) {
    Set<String> listed = new HashSet<>();
    for (GroupStatus group : groups) {
      List<String> names = group.decisions();
      listed.addAll(names);
      if (!names.stream().allMatch(name -> belongs(name, group.group()))) {
        return false;
      }
      long clusters =
          names.stream()
              .flatMap(name -> decisions.get(name).clusters().stream())
              .distinct()
              .count();
      if (clusters != group.clusterCount()) {
        return false;
      }
    }
    return listed.equals(decisions.keySet());
  }

  private boolean belongs(String name, GroupKey group) {
    return Optional.ofNullable(decisions.get(name))
        .filter(found -> found.groupName().equals(group.name()))
        .flatMap(DecisionObject::groupIndex)
        .filter(number -> number == group.index())
        .isPresent();
  }

  private boolean current(Map<String, Object> condition) {
    return condition.get("observedGeneration") == null
        || JsonTree.number(condition, "observedGeneration") == placement.generation();
  }

  private boolean disjoint() {
    return clusters().distinct().count() == clusters().count();
  }

  private long expected() {
    return JsonTree.number(placement.status(), "numberOfSelectedClusters");
  }

  private long selected() {
    return clusters().distinct().count();
  }

  private Stream<String> clusters() {
    return decisions.values().stream().flatMap(d -> d.clusters().stream().distinct());
  }

  /** Compares with the time of the last write, so that one read is enough. */
  private boolean unchanged() {
    return written.filter(last -> last.plus(UNCHANGED).isAfter(now)).isEmpty();
  }
}
