package io.sluice.hub.check;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.check.CheckTarget.WatchedObject;
import io.sluice.fleet.LabelSelector;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.ServedKinds;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.http.NoAnswerException;
import io.sluice.hub.http.ObjectNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads the objects that a check may see (between-waves K5): those in the namespace of the Rollout
 * but no Secrets, and the ManagedClusters and add-ons of the clusters of the group.
 */
final class CheckedObjectReader {
  /** The most objects of a namespace that one question is about. */
  static final int MOST = 500;

  private static final String SECRET = "secret";

  private final HubApi hub;
  private final ServedKinds kinds;
  private final Function<String, Optional<GenericKubernetesResource>> managedClusters;

  /**
   * Reads through this client.
   *
   * @param managedClusters as this process last saw them
   */
  CheckedObjectReader(
      KubernetesClient client,
      Function<String, Optional<GenericKubernetesResource>> managedClusters) {
    this.hub = new HubApi(client);
    this.kinds = new ServedKinds(client);
    this.managedClusters = managedClusters;
  }

  /**
   * Reads them.
   *
   * @param namespace of the Rollout
   * @param clusters of the group
   * @throws NoAnswerException if there are none, too many, or it may not see them
   */
  List<GenericKubernetesResource> read(
      WatchedObject target, String namespace, Supplier<List<String>> clusters) {
    String apiVersion = ObjectNames.version(target.apiVersion());
    String kind = ObjectNames.checked(target.kind());
    target.name().ifPresent(ObjectNames::checked);
    if (kind.toLowerCase(Locale.ROOT).startsWith(SECRET)) {
      throw new NoAnswerException("checks may not read objects of kind " + kind);
    }
    if (is(Kinds.MANAGED_CLUSTER, apiVersion, kind)) {
      return clusters(target, clusters.get());
    }
    if (is(Kinds.MANAGED_CLUSTER_ADD_ON, apiVersion, kind)) {
      return addOns(target, clusters.get());
    }
    return present(inNamespace(target, kind(apiVersion, kind), namespace), target, namespace);
  }

  private static boolean is(ResourceDefinitionContext one, String apiVersion, String kind) {
    return Kinds.apiVersion(one).equals(apiVersion) && one.getKind().equals(kind);
  }

  private ResourceDefinitionContext kind(String apiVersion, String kind) {
    ResourceDefinitionContext found =
        kinds
            .find(apiVersion, kind)
            .orElseThrow(
                () ->
                    new NoAnswerException(
                        "the hub serves no kind %s in %s".formatted(kind, apiVersion)));
    if (!found.isNamespaceScoped()) {
      throw new NoAnswerException(
          "checks read objects in the namespace of the Rollout, and %s has none".formatted(kind));
    }
    return found;
  }

  private List<GenericKubernetesResource> inNamespace(
      WatchedObject target, ResourceDefinitionContext kind, String namespace) {
    if (target.name().isPresent()) {
      return hub.get(kind, namespace, target.name().get()).stream().toList();
    }
    return hub.listAtMost(
            kind, namespace, target.selector().map(LabelSelector::query).orElse(""), MOST)
        .orElseThrow(
            () ->
                new NoAnswerException(
                    "more than %d objects of kind %s in namespace %s; select fewer"
                        .formatted(MOST, target.kind(), namespace)));
  }

  private static List<GenericKubernetesResource> present(
      List<GenericKubernetesResource> found, WatchedObject target, String namespace) {
    if (found.isEmpty()) {
      throw new NoAnswerException(
          "there is no %s%s in namespace %s"
              .formatted(
                  target.kind(), target.name().map(name -> " " + name).orElse(""), namespace));
    }
    return found;
  }

  private List<GenericKubernetesResource> clusters(WatchedObject target, List<String> group) {
    List<GenericKubernetesResource> found =
        group.stream()
            .filter(cluster -> target.name().map(cluster::equals).orElse(true))
            .map(cluster -> ofGroup(cluster, managedClusters.apply(cluster), "ManagedCluster"))
            .filter(
                cluster ->
                    target
                        .selector()
                        .map(selector -> selector.matches(HubObjects.labels(cluster)))
                        .orElse(true))
            .toList();
    if (found.isEmpty()) {
      throw new NoAnswerException("the group has no such ManagedCluster");
    }
    return found;
  }

  private List<GenericKubernetesResource> addOns(WatchedObject target, List<String> group) {
    String name =
        target
            .name()
            .orElseThrow(() -> new NoAnswerException("an add-on is checked by its name alone"));
    Map<String, GenericKubernetesResource> byCluster =
        hub.listNamed(Kinds.MANAGED_CLUSTER_ADD_ON, name).stream()
            .collect(Collectors.toMap(found -> found.getMetadata().getNamespace(), found -> found));
    if (group.isEmpty()) {
      throw new NoAnswerException("the group has no cluster");
    }
    return group.stream()
        .map(
            cluster ->
                ofGroup(cluster, Optional.ofNullable(byCluster.get(cluster)), "add-on " + name))
        .toList();
  }

  private static GenericKubernetesResource ofGroup(
      String cluster, Optional<GenericKubernetesResource> found, String what) {
    return found.orElseThrow(
        () -> new NoAnswerException("cluster %s has no %s".formatted(cluster, what)));
  }
}
