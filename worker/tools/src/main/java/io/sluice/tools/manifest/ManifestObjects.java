package io.sluice.tools.manifest;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.tools.option.CliFailure;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Converts between objects of files and those of a hub. */
public final class ManifestObjects {
  private static final KubernetesSerialization JSON = new KubernetesSerialization();

  private ManifestObjects() {}

  /**
   * Returns the object of a manifest; empty if it is of none of these kinds.
   *
   * @param namespace of an object that names none
   * @throws CliFailure if it cannot be read; it names file and line
   */
  public static Optional<GenericKubernetesResource> object(
      Manifest manifest, Collection<ResourceDefinitionContext> kinds, String namespace) {
    return kinds.stream()
        .filter(kind -> is(manifest, kind))
        .findFirst()
        .map(kind -> placed(object(manifest), kind, namespace));
  }

  private static boolean is(Manifest manifest, ResourceDefinitionContext kind) {
    return manifest.is(kind.getKind()) && manifest.apiVersion().startsWith(kind.getGroup() + "/");
  }

  private static GenericKubernetesResource object(Manifest manifest) {
    try {
      return JSON.convertValue(manifest.tree(), GenericKubernetesResource.class);
    } catch (IllegalArgumentException e) {
      throw new CliFailure(
          "Cannot load %s: line %d: %s %s has metadata of a wrong type. Correct it and try again."
              .formatted(manifest.file(), manifest.line(), manifest.kind(), manifest.name()),
          e);
    }
  }

  private static GenericKubernetesResource placed(
      GenericKubernetesResource object, ResourceDefinitionContext kind, String namespace) {
    if (kind.isNamespaceScoped() && object.getMetadata().getNamespace() == null) {
      object.getMetadata().setNamespace(namespace);
    }
    return object;
  }

  /** Returns an object of the hub as a manifest, which has no line. */
  public static Manifest ofHub(GenericKubernetesResource object) {
    return new Manifest("hub", 0, tree(object));
  }

  /** Returns an object as a manifest that stands where another one does. */
  public static Manifest in(Manifest place, GenericKubernetesResource object) {
    return place.with(tree(object));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> tree(GenericKubernetesResource object) {
    return (Map<String, Object>) JSON.convertValue(object, Map.class);
  }
}
