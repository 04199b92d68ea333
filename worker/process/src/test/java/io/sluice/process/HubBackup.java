package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Backs up the policies of a namespace and restores them as velero does: new objects with new UIDs
 * and generation 1, without owners, finalizers and, unless asked for, statuses. Replicas are no
 * part of it.
 */
final class HubBackup {
  /** What a restore may lack or have, other than an ordinary one that keeps every status. */
  enum Trait {
    WITHOUT_STATUS,
    WITHOUT_REVISIONS,
    /** Owner references as they were: they name policies that are gone. */
    WITH_STALE_OWNERS
  }

  /** In the order of the restore. */
  private static final List<ResourceDefinitionContext> KINDS =
      List.of(
          Kinds.CONTROLLER_REVISION,
          Kinds.PLACEMENT_BINDING,
          Kinds.PLACEMENT,
          Kinds.ROLLOUT,
          Kinds.POLICY);

  private static final List<ResourceDefinitionContext> POLICIES =
      List.of(Kinds.ROLLOUT, Kinds.POLICY);

  private final KubernetesClient client;
  private final String namespace;
  private final Map<ResourceDefinitionContext, List<GenericKubernetesResource>> objects =
      new LinkedHashMap<>();

  private HubBackup(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  static HubBackup of(KubernetesClient client, String namespace) {
    HubBackup backup = new HubBackup(client, namespace);
    KINDS.forEach(
        kind ->
            backup.objects.put(
                kind,
                client.genericKubernetesResources(kind).inNamespace(namespace).list().getItems()));
    return backup;
  }

  /** Deletes everything, as the loss of a hub does; replicas stay. */
  HubBackup loseHub() {
    List<ResourceDefinitionContext> lost = new ArrayList<>(KINDS);
    lost.add(Kinds.PLACEMENT_DECISION);
    return lose(lost);
  }

  /** Deletes policies and their Rollouts only. */
  HubBackup losePolicies() {
    return lose(POLICIES);
  }

  private HubBackup lose(List<ResourceDefinitionContext> kinds) {
    kinds.forEach(
        kind ->
            client
                .genericKubernetesResources(kind)
                .inNamespace(namespace)
                .list()
                .getItems()
                .forEach(
                    object -> {
                      if (!object.getFinalizers().isEmpty()) {
                        object.getMetadata().setFinalizers(List.of());
                        client.resource(object).update();
                      }
                      client.resource(object).delete();
                    }));
    return this;
  }

  /**
   * Restores everything.
   *
   * @param traits what the restore of the policy with that name is like
   */
  void restore(Function<String, Set<Trait>> traits) {
    KINDS.forEach(kind -> restore(kind, traits));
  }

  /** Restores what {@link #losePolicies} has deleted. */
  void restorePolicies(Function<String, Set<Trait>> traits) {
    POLICIES.forEach(kind -> restore(kind, traits));
  }

  private void restore(ResourceDefinitionContext kind, Function<String, Set<Trait>> traits) {
    objects.get(kind).forEach(object -> restore(kind, object, traits));
  }

  private void restore(
      ResourceDefinitionContext kind,
      GenericKubernetesResource object,
      Function<String, Set<Trait>> traits) {
    Map<String, String> labels = object.getMetadata().getLabels();
    if (labels != null && "true".equals(labels.get("velero.io/exclude-from-backup"))) {
      return;
    }
    Set<Trait> given = traits.apply(policyOf(kind, object));
    if (kind == Kinds.CONTROLLER_REVISION && given.contains(Trait.WITHOUT_REVISIONS)) {
      return;
    }
    GenericKubernetesResource made =
        client
            .genericKubernetesResources(kind)
            .inNamespace(namespace)
            .resource(fresh(object, given))
            .create();
    boolean status =
        kind == Kinds.ROLLOUT && !given.contains(Trait.WITHOUT_STATUS) && has(object, "status");
    if (status) {
      made.setAdditionalProperty("status", object.getAdditionalProperties().get("status"));
      client.resource(made).updateStatus();
    }
  }

  private static boolean has(GenericKubernetesResource object, String part) {
    return object.getAdditionalProperties().containsKey(part);
  }

  private static String policyOf(ResourceDefinitionContext kind, GenericKubernetesResource object) {
    String name = object.getMetadata().getName();
    if (kind == Kinds.ROLLOUT) {
      return name.substring("policy-".length());
    }
    return kind == Kinds.CONTROLLER_REVISION
        ? object.getMetadata().getLabels().get("sluice.io/policy")
        : name;
  }

  private static GenericKubernetesResource fresh(
      GenericKubernetesResource object, Set<Trait> traits) {
    GenericKubernetesResource fresh = new GenericKubernetesResource();
    fresh.setApiVersion(object.getApiVersion());
    fresh.setKind(object.getKind());
    fresh.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(object.getMetadata().getNamespace())
            .withName(object.getMetadata().getName())
            .withLabels(object.getMetadata().getLabels())
            .withAnnotations(object.getMetadata().getAnnotations())
            .withOwnerReferences(
                traits.contains(Trait.WITH_STALE_OWNERS)
                    ? object.getMetadata().getOwnerReferences()
                    : List.of())
            .build());
    object
        .getAdditionalProperties()
        .forEach(
            (name, part) -> {
              if (!name.equals("status")) {
                fresh.setAdditionalProperty(name, part);
              }
            });
    return fresh;
  }

  /** Returns the set of these. */
  static Set<Trait> traits(Trait... traits) {
    Set<Trait> all = EnumSet.noneOf(Trait.class);
    all.addAll(List.of(traits));
    return all;
  }
}
