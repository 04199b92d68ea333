package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.snapshot.PlacementSnapshot;
import io.sluice.policy.propagation.PlacementRef;
import io.sluice.policy.propagation.PlacementView;
import io.sluice.policy.propagation.PolicySetView;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds the bindings, sets and placements of one namespace, each parsed once; placements only when
 * they are asked for.
 */
final class NamespacePlacements {
  private final String namespace;
  private final ParsedList<BindingIndex> bindings;
  private final ParsedList<Sets> sets;
  private final ParsedList<Map<String, GenericKubernetesResource>> placements;
  private final ParsedList<Map<String, GenericKubernetesResource>> rules;
  private final ParsedList<Map<String, List<GenericKubernetesResource>>> decisions;

  /** What was parsed, also of former states: each is compared before it is used. */
  private final Map<PlacementRef, Parsed> parsed;

  /**
   * A placement as the policies of the namespace see it.
   *
   * @param from the object and its decisions
   * @param groupsOf what the keys of its groups name as the placement
   */
  record Parsed(ParsedList<PlacementSnapshot> from, String groupsOf, PlacementView view) {
    PlacementSnapshot snapshot() {
      return from.parsed();
    }
  }

  /**
   * The PolicySets.
   *
   * @param listing the names of those that list a policy, by its name
   */
  private record Sets(List<PolicySetView> views, Map<String, Set<String>> listing) {
    static Sets of(List<GenericKubernetesResource> objects) {
      List<PolicySetView> views =
          objects.stream().map(HubObjects::tree).map(PolicySetView::of).toList();
      Map<String, Set<String>> listing = new HashMap<>();
      for (PolicySetView set : views) {
        for (String policy : set.policies()) {
          listing.computeIfAbsent(policy, any -> new HashSet<>()).add(set.name());
        }
      }
      return new Sets(views, listing);
    }
  }

  private NamespacePlacements(
      String namespace,
      ParsedList<BindingIndex> bindings,
      ParsedList<Sets> sets,
      ParsedList<Map<String, GenericKubernetesResource>> placements,
      ParsedList<Map<String, GenericKubernetesResource>> rules,
      ParsedList<Map<String, List<GenericKubernetesResource>>> decisions,
      Map<PlacementRef, Parsed> parsed) {
    this.namespace = namespace;
    this.bindings = bindings;
    this.sets = sets;
    this.placements = placements;
    this.rules = rules;
    this.decisions = decisions;
    this.parsed = parsed;
  }

  static NamespacePlacements of(PolicyObjects objects) {
    String namespace = objects.policy().namespace();
    return new NamespacePlacements(
        namespace,
        ParsedList.of(objects.bindings(), BindingIndex::of),
        ParsedList.of(objects.sets(), Sets::of),
        ParsedList.of(objects.placements(), found -> byName(found, namespace)),
        ParsedList.of(objects.rules(), found -> byName(found, namespace)),
        ParsedList.of(objects.decisions(), found -> byPlacement(found, namespace)),
        new ConcurrentHashMap<>());
  }

  /** Returns the same for present objects; what did not change is not parsed again. */
  NamespacePlacements now(PolicyObjects objects) {
    if (bindings.same(objects.bindings())
        && sets.same(objects.sets())
        && placements.same(objects.placements())
        && rules.same(objects.rules())
        && decisions.same(objects.decisions())) {
      return this;
    }
    ParsedList<Map<String, GenericKubernetesResource>> present =
        placements.now(objects.placements(), found -> byName(found, namespace));
    ParsedList<Map<String, GenericKubernetesResource>> presentRules =
        rules.now(objects.rules(), found -> byName(found, namespace));
    Map<PlacementRef, Parsed> kept = new ConcurrentHashMap<>(parsed);
    kept.keySet()
        .removeIf(
            ref ->
                !present.parsed().containsKey(ref.name())
                    && !presentRules.parsed().containsKey(ref.name()));
    return new NamespacePlacements(
        namespace,
        bindings.now(objects.bindings(), bindings.parsed()::now),
        sets.now(objects.sets(), Sets::of),
        present,
        presentRules,
        decisions.now(objects.decisions(), found -> byPlacement(found, namespace)),
        kept);
  }

  private static Map<String, GenericKubernetesResource> byName(
      List<GenericKubernetesResource> objects, String namespace) {
    return objects.stream()
        .filter(object -> object.getMetadata().getNamespace().equals(namespace))
        .collect(
            Collectors.toMap(
                object -> object.getMetadata().getName(), object -> object, (one, other) -> one));
  }

  private static Map<String, List<GenericKubernetesResource>> byPlacement(
      List<GenericKubernetesResource> objects, String namespace) {
    return objects.stream()
        .filter(object -> object.getMetadata().getNamespace().equals(namespace))
        .filter(object -> HubObjects.labels(object).containsKey(DecisionObject.PLACEMENT))
        .collect(
            Collectors.groupingBy(
                object -> HubObjects.labels(object).get(DecisionObject.PLACEMENT)));
  }

  /** Returns the bindings that bind a policy, or a set with it. */
  List<BindingIndex.Entry> bound(String policy) {
    return bindings.parsed().of(policy, sets.parsed().listing().getOrDefault(policy, Set.of()));
  }

  List<PolicySetView> sets() {
    return sets.parsed().views();
  }

  /** Returns a placement; empty if there is none of that name. */
  Optional<Parsed> placement(PlacementRef ref, Instant now) {
    boolean rule = ref.kind().equals(Kinds.PLACEMENT_RULE.getKind());
    GenericKubernetesResource object = (rule ? rules : placements).parsed().get(ref.name());
    if (object == null) {
      return Optional.empty();
    }
    // Group keys contain the placement's name; those of the two kinds must differ.
    String groupsOf =
        rule && placements.parsed().containsKey(ref.name())
            ? ref.name() + "/" + ref.kind()
            : ref.name();
    List<GenericKubernetesResource> own =
        rule ? List.of() : decisions.parsed().getOrDefault(ref.name(), List.of());
    List<GenericKubernetesResource> from = Stream.concat(Stream.of(object), own.stream()).toList();
    return Optional.of(
        parsed.compute(
            ref,
            (name, former) ->
                former != null
                        && former.from().same(from)
                        && former.groupsOf().equals(groupsOf)
                        // Objects may also become coherent by time alone.
                        && former.snapshot().coherent()
                    ? former
                    : parse(from, rule, groupsOf, now)));
  }

  private Parsed parse(
      List<GenericKubernetesResource> from, boolean rule, String groupsOf, Instant now) {
    PlacementSnapshot snapshot =
        rule
            ? PlacementSnapshotParser.parseRule(from.get(0), groupsOf)
            : PlacementSnapshotParser.parse(from.get(0), from.subList(1, from.size()), now);
    return new Parsed(
        new ParsedList<>(from, snapshot),
        groupsOf,
        PlacementView.of(namespace, snapshot.kind(), snapshot.name(), snapshot.clusters()));
  }
}
