package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.NamedGroup;
import io.sluice.placement.spec.PlacementSpecParser;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.tools.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what belongs to a policy among objects: its Rollout, and the groups that it may name. */
final class LintObjects {
  private static final String PREFIX = "policy-";

  private final List<Manifest> manifests;
  private final String namespace;

  /**
   * Holds the objects.
   *
   * @param namespace of those that name none
   */
  LintObjects(List<Manifest> manifests, String namespace) {
    this.manifests = List.copyOf(manifests);
    this.namespace = requireNonNull(namespace, "namespace is null");
  }

  List<Manifest> all() {
    return manifests;
  }

  String namespace(Manifest object) {
    if (object.is("ClusterRolloutCalendar")) {
      return "";
    }
    return object.namespace().isEmpty() ? namespace : object.namespace();
  }

  Optional<Manifest> rollout(Manifest policy) {
    return find("Rollout", namespace(policy), PREFIX + policy.name());
  }

  Optional<Manifest> policy(Manifest rollout) {
    return rollout.name().startsWith(PREFIX)
        ? policy(namespace(rollout), rollout.name().substring(PREFIX.length()))
        : Optional.empty();
  }

  Optional<Manifest> policy(String where, String name) {
    return find("Policy", where, name);
  }

  List<Manifest> policies() {
    return manifests.stream().filter(object -> object.is("Policy")).toList();
  }

  /** Returns the groups of the placements that bind the policy; unknown if one is not there. */
  DeclaredGroups declared(Manifest policy) {
    List<String> placements = placements(policy);
    List<GroupKey> groups = new ArrayList<>();
    for (String name : placements) {
      Optional<Manifest> placement = find("Placement", namespace(policy), name);
      if (placement.isEmpty()) {
        return DeclaredGroups.unknown();
      }
      groups.addAll(groups(placement.get()));
    }
    return placements.isEmpty()
        ? DeclaredGroups.unknown()
        : DeclaredGroups.of(groups, placements.size());
  }

  /** Returns whether a binding puts the policy where that Placement says. */
  boolean places(Manifest placement, Manifest policy) {
    return namespace(placement).equals(namespace(policy))
        && placements(policy).contains(placement.name());
  }

  private List<String> placements(Manifest policy) {
    return of("PlacementBinding", namespace(policy))
        .filter(binding -> binds(binding, policy))
        .flatMap(
            binding -> JsonTree.text(JsonTree.map(binding.tree(), "placementRef"), "name").stream())
        .distinct()
        .toList();
  }

  /** Returns the named groups, and the one of the clusters that are in none of them. */
  private static List<GroupKey> groups(Manifest placement) {
    List<GroupKey> keys = new ArrayList<>();
    for (NamedGroup group : PlacementSpecParser.groups(placement.spec()).entries()) {
      keys.add(new GroupKey(placement.name(), group.name(), keys.size()));
    }
    keys.add(new GroupKey(placement.name(), "", keys.size()));
    return keys;
  }

  /** Returns whether the binding names the policy, or a set that lists it. */
  boolean binds(Manifest binding, Manifest policy) {
    return JsonTree.maps(binding.tree(), "subjects").stream()
        .anyMatch(
            subject -> {
              String name = JsonTree.text(subject, "name").orElse("");
              return switch (JsonTree.text(subject, "kind").orElse("")) {
                case "Policy" -> name.equals(policy.name());
                case "PolicySet" ->
                    find("PolicySet", namespace(policy), name)
                        .filter(
                            set -> JsonTree.texts(set.spec(), "policies").contains(policy.name()))
                        .isPresent();
                default -> false;
              };
            });
  }

  private Optional<Manifest> find(String kind, String where, String name) {
    return of(kind, where).filter(object -> object.name().equals(name)).findFirst();
  }

  private Stream<Manifest> of(String kind, String where) {
    return manifests.stream().filter(object -> object.is(kind) && namespace(object).equals(where));
  }
}
