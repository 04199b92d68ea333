package io.sluice.hub.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverrideName;
import io.sluice.beside.OverridePage;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.OverrideNames;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Converts between pages and PlacementDecisions (policy-propagation 14.2). */
public final class PageObjects {
  private static final String CLUSTER_GROUP = "cluster.open-cluster-management.io/";

  private PageObjects() {}

  /** Parses the decisions of an override, by number. */
  public static List<OverridePage> parse(
      PolicyName policy, Collection<GenericKubernetesResource> objects) {
    return objects.stream()
        .map(object -> parse(policy, object))
        .sorted(Comparator.comparing(OverridePage::number))
        .toList();
  }

  private static OverridePage parse(PolicyName policy, GenericKubernetesResource object) {
    return new OverridePage(
        OverrideName.pageNumber(policy, object.getMetadata().getName()),
        JsonTree.maps(HubObjects.part(object, "status"), "decisions").stream()
            .map(
                decision ->
                    OverrideEntry.of(
                        JsonTree.text(decision, "clusterName").orElse(""),
                        JsonTree.text(decision, "reason").orElse("")))
            .toList());
  }

  /**
   * Returns the decisions that must go before clusters are listed: those of a former Placement of
   * the override, and what {@link OverrideNames#strays} finds.
   */
  public static List<GenericKubernetesResource> strays(OverrideNames override) {
    Optional<GenericKubernetesResource> placement = override.placement();
    return Stream.concat(
            override.strays().stream(),
            override.pages().stream()
                .filter(page -> placement.filter(owner -> owned(page, owner)).isEmpty()))
        .toList();
  }

  private static boolean owned(
      GenericKubernetesResource page, GenericKubernetesResource placement) {
    return Objects.requireNonNullElse(
            page.getMetadata().getOwnerReferences(),
            List.<io.fabric8.kubernetes.api.model.OwnerReference>of())
        .stream()
        .anyMatch(owner -> owner.getUid().equals(placement.getMetadata().getUid()));
  }

  /** Creates an empty page that this Placement owns, so that it is deleted with it. */
  static GenericKubernetesResource fresh(
      PolicyName policy, GenericKubernetesResource placement, int number) {
    Map<String, String> labels = new LinkedHashMap<>(OverrideObjects.labels(policy));
    labels.put(CLUSTER_GROUP + "placement", placement.getMetadata().getName());
    labels.put(CLUSTER_GROUP + "decision-group-index", "0");
    labels.put(CLUSTER_GROUP + "decision-group-name", "");
    return HubObjects.object(
        Kinds.PLACEMENT_DECISION,
        new ObjectMetaBuilder()
            .withNamespace(policy.namespace())
            .withName(OverrideName.ofPage(policy, number))
            .withLabels(labels)
            .withOwnerReferences(OwnerReferences.of(Kinds.PLACEMENT, placement.getMetadata()))
            .build());
  }

  /** Returns the object with the clusters of the page, and the resourceVersion that was read. */
  static GenericKubernetesResource with(GenericKubernetesResource object, OverridePage page) {
    GenericKubernetesResource changed =
        HubObjects.object(Kinds.PLACEMENT_DECISION, object.getMetadata());
    changed.setAdditionalProperty(
        "status",
        Map.of(
            "decisions",
            page.entries().stream()
                .map(entry -> Map.of("clusterName", entry.cluster(), "reason", entry.reason()))
                .toList()));
    return changed;
  }
}
