package io.sluice.tools.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.fleet.LabelSelector;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.AddOnScoreParser;
import io.sluice.hub.placement.ManagedClusterParser;
import io.sluice.hub.placement.ManagedClusterSetParser;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.hub.placement.PublishedDecisionParser;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.EvaluationInput;
import io.sluice.policy.JsonTree;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.NameSuggestions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Holds the objects that Placements are evaluated from, of a hub or of files. */
public record PlacementObjects(List<GenericKubernetesResource> objects) {
  public PlacementObjects {
    objects = List.copyOf(objects);
  }

  /** Returns those of one kind. */
  public List<GenericKubernetesResource> of(ResourceDefinitionContext kind) {
    return objects.stream().filter(object -> is(object, kind)).toList();
  }

  static boolean is(GenericKubernetesResource object, ResourceDefinitionContext kind) {
    return kind.getKind().equals(object.getKind())
        && String.valueOf(object.getApiVersion()).startsWith(kind.getGroup() + "/");
  }

  /**
   * Returns a Placement.
   *
   * @param where begins the reason when there is none: {@code "the hub has"}
   * @throws CliFailure when there is no such Placement; it names others
   */
  public GenericKubernetesResource require(String namespace, String name, String where) {
    return find(namespace, name)
        .orElseThrow(
            () ->
                new CliFailure(
                    "Cannot explain placement %s/%s: %s no such Placement. %s"
                        .formatted(
                            namespace,
                            name,
                            where,
                            NameSuggestions.of(
                                namespace,
                                name,
                                of(Kinds.PLACEMENT).stream()
                                    .map(PlacementObjects::name)
                                    .toList()))));
  }

  /** Returns a Placement; empty when there is none. */
  public Optional<GenericKubernetesResource> find(String namespace, String name) {
    return in(namespace, Kinds.PLACEMENT)
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst();
  }

  /** Formats which object it is: {@code namespace/name}. */
  public static String name(GenericKubernetesResource object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  /** Whether files say nothing about sets: neither a set nor a binding is in them. */
  public boolean withoutSets() {
    return of(Kinds.MANAGED_CLUSTER_SET).isEmpty()
        && of(Kinds.MANAGED_CLUSTER_SET_BINDING).isEmpty();
  }

  /** Returns what the Placement is evaluated from; {@link #withoutSets} binds every cluster. */
  public EvaluationInput input(
      GenericKubernetesResource object, boolean everyCluster, GroupingMode grouping, Instant now) {
    PlacementObject placement = PlacementObjectParser.parse(object);
    List<ManagedClusterSet> sets =
        everyCluster
            ? assumedSets(placement)
            : of(Kinds.MANAGED_CLUSTER_SET).stream().map(ManagedClusterSetParser::parse).toList();
    List<String> bindings =
        everyCluster
            ? sets.stream().map(ManagedClusterSet::name).toList()
            : in(placement.namespace(), Kinds.MANAGED_CLUSTER_SET_BINDING)
                .map(binding -> binding.getMetadata().getName())
                .toList();
    return new EvaluationInput(
        placement,
        of(Kinds.MANAGED_CLUSTER).stream().map(ManagedClusterParser::parse).toList(),
        sets,
        bindings,
        of(Kinds.ADD_ON_PLACEMENT_SCORE).stream()
            .flatMap(score -> AddOnScoreParser.parse(score).stream())
            .toList(),
        otherDecisions(placement),
        published(placement),
        grouping,
        now);
  }

  /** The sets that the Placement names, with the clusters that carry their label; else all. */
  private static List<ManagedClusterSet> assumedSets(PlacementObject placement) {
    List<String> named = JsonTree.texts(placement.spec(), "clusterSets");
    return named.isEmpty()
        ? List.of(
            new ManagedClusterSet(
                "every-cluster",
                "LabelSelector",
                Optional.of(new LabelSelector(Map.of(), List.of()))))
        : named.stream()
            .distinct()
            .map(name -> new ManagedClusterSet(name, "", Optional.empty()))
            .toList();
  }

  private List<PublishedDecision> published(PlacementObject placement) {
    return in(placement.namespace(), Kinds.PLACEMENT_DECISION)
        .filter(
            object ->
                belongsTo(object, placement)
                    || object.getMetadata().getName().startsWith(placement.name() + "-decision-"))
        .map(PublishedDecisionParser::parse)
        .toList();
  }

  private Map<String, Integer> otherDecisions(PlacementObject placement) {
    Map<String, Integer> entries = new TreeMap<>();
    of(Kinds.PLACEMENT_DECISION).stream()
        .filter(object -> !belongsTo(object, placement))
        .flatMap(object -> PublishedDecisionParser.parse(object).object().clusters().stream())
        .forEach(cluster -> entries.merge(cluster, 1, Integer::sum));
    return entries;
  }

  private static boolean belongsTo(GenericKubernetesResource decision, PlacementObject placement) {
    return placement.namespace().equals(decision.getMetadata().getNamespace())
        && placement.name().equals(HubObjects.labels(decision).get(DecisionObject.PLACEMENT));
  }

  private Stream<GenericKubernetesResource> in(String namespace, ResourceDefinitionContext kind) {
    return of(kind).stream()
        .filter(object -> namespace.equals(object.getMetadata().getNamespace()));
  }
}
