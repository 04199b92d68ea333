package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.APIGroupList;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sends requests to the hub: exactly one for each call, or one for each page of a list. Every write
 * is locked by the resourceVersion of the given object.
 *
 * <p>What is not {@link Acceptance accepted} is not there. A failed read is a {@link HubException}.
 * Writes throw fabric8's exception, as their callers handle a conflict and a rejection differently.
 */
public final class HubApi {
  public static final int CONFLICT = 409;
  public static final int NOT_FOUND = 404;

  /** The most characters of the value of a label. */
  private static final int LONGEST_LABEL = 63;

  private static final long PAGE = 500;

  private final KubernetesClient client;

  public HubApi(KubernetesClient client) {
    this.client = requireNonNull(client, "client is null");
  }

  /** Reads an object; empty when there is none, or no such kind. */
  public Optional<GenericKubernetesResource> get(
      ResourceDefinitionContext kind, String namespace, String name) {
    return read(
        "read %s %s/%s".formatted(label(kind), namespace, name),
        "get",
        kind,
        () ->
            Optional.ofNullable(
                    kind.isNamespaceScoped()
                        ? of(kind).inNamespace(namespace).withName(name).get()
                        : of(kind).withName(name).get())
                .filter(found -> Acceptance.accepted(kind, found)));
  }

  /** Lists the objects in a namespace. */
  public List<GenericKubernetesResource> list(ResourceDefinitionContext kind, String namespace) {
    return read(
        "list %s objects in %s".formatted(kind.getKind(), namespace),
        "list",
        kind,
        () -> pages(kind, of(kind).inNamespace(namespace)::list));
  }

  /** Lists the objects in a namespace that carry these labels. */
  public List<GenericKubernetesResource> list(
      ResourceDefinitionContext kind, String namespace, Map<String, String> labels) {
    return read(
        "list %s objects in %s".formatted(kind.getKind(), namespace),
        "list",
        kind,
        () ->
            possible(labels)
                ? pages(kind, of(kind).inNamespace(namespace).withLabels(labels)::list)
                : List.of());
  }

  /** Lists all objects of a cluster-scoped kind. */
  public List<GenericKubernetesResource> listAll(ResourceDefinitionContext kind) {
    return read(
        "list the %s objects".formatted(kind.getKind()),
        "list",
        kind,
        () -> pages(kind, of(kind)::list));
  }

  /** Lists the objects in all namespaces that carry these labels. */
  public List<GenericKubernetesResource> listAll(
      ResourceDefinitionContext kind, Map<String, String> labels) {
    return read(
        "list the %s objects".formatted(kind.getKind()),
        "list",
        kind,
        () ->
            possible(labels)
                ? pages(kind, of(kind).inAnyNamespace().withLabels(labels)::list)
                : List.of());
  }

  /**
   * Lists the objects in a namespace that a selector selects; empty if there are more.
   *
   * @param selector as the API server reads it; empty: all
   */
  public Optional<List<GenericKubernetesResource>> listAtMost(
      ResourceDefinitionContext kind, String namespace, String selector, long most) {
    return read(
        "list %s objects in %s".formatted(kind.getKind(), namespace),
        "list",
        kind,
        () -> {
          var within = of(kind).inNamespace(namespace);
          GenericKubernetesResourceList found =
              (selector.isEmpty() ? within : within.withLabelSelector(selector))
                  .list(new ListOptionsBuilder().withLimit(most).build());
          String next = found.getMetadata().getContinue();
          return next == null || next.isEmpty() ? Optional.of(found.getItems()) : Optional.empty();
        });
  }

  /** Lists the objects of that name in all namespaces. */
  public List<GenericKubernetesResource> listNamed(ResourceDefinitionContext kind, String name) {
    return read(
        "list the %s objects named %s".formatted(kind.getKind(), name),
        "list",
        kind,
        () -> pages(kind, of(kind).inAnyNamespace().withField("metadata.name", name)::list));
  }

  /** Returns what a list of a kind that a hub may lack returns; empty if the hub lacks it. */
  public <T> Optional<T> ifServed(ResourceDefinitionContext kind, Supplier<T> list) {
    try {
      return Optional.of(list.get());
    } catch (HubException e) {
      if (e.code() == NOT_FOUND && lacks(kind)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Returns whether the hub says of itself that it lacks a kind: it names others of that version of
   * the API, and not this one; or other versions of APIs, and not that one. That a list is not
   * found does not show it: whoever has no API at all answers the same.
   */
  public boolean lacks(ResourceDefinitionContext kind) {
    String version = Kinds.apiVersion(kind);
    List<APIResource> served = served(version);
    return served.isEmpty()
        ? lacksVersion(version)
        : served.stream().noneMatch(resource -> resource.getName().equals(kind.getPlural()));
  }

  private boolean lacksVersion(String version) {
    List<String> versions;
    try {
      APIGroupList groups = client.getApiGroups();
      versions =
          groups == null
              ? List.of()
              : groups.getGroups().stream()
                  .flatMap(group -> group.getVersions().stream())
                  .map(GroupVersionForDiscovery::getGroupVersion)
                  .toList();
    } catch (KubernetesClientException e) {
      throw HubException.of("find out what is served", "get", "apis", e);
    }
    return !versions.isEmpty() && !versions.contains(version);
  }

  /**
   * Returns whether an object can carry these. A name may be longer than a label, and the API
   * server answers 400 to a request for what nothing can be.
   */
  static boolean possible(Map<String, String> labels) {
    return labels.values().stream().allMatch(value -> value.length() <= LONGEST_LABEL);
  }

  /** Reads a list in pages, so that neither side holds all of a large one as text. */
  private static List<GenericKubernetesResource> pages(
      ResourceDefinitionContext kind,
      Function<ListOptions, GenericKubernetesResourceList> request) {
    List<GenericKubernetesResource> items = new ArrayList<>();
    String next = null;
    do {
      GenericKubernetesResourceList page =
          request.apply(new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build());
      page.getItems().stream().filter(item -> Acceptance.accepted(kind, item)).forEach(items::add);
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    return items;
  }

  /** Lists what the hub serves in that version of an API; nothing when it knows no such version. */
  public List<APIResource> served(String apiVersion) {
    try {
      APIResourceList served = client.getApiResources(apiVersion);
      return served == null ? List.of() : served.getResources();
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return List.of();
      }
      throw HubException.of("find out what is served of " + apiVersion, "get", apiVersion, e);
    }
  }

  public GenericKubernetesResource create(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    return at(kind, object).create();
  }

  /** Has the hub decide about the creation of an object, and store nothing. */
  public void tryCreate(ResourceDefinitionContext kind, GenericKubernetesResource object) {
    at(kind, object).dryRun().create();
  }

  public GenericKubernetesResource update(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    locked(object);
    return at(kind, written(object)).update();
  }

  /** Has the hub decide about the update of an object, and store nothing. */
  public void tryUpdate(ResourceDefinitionContext kind, GenericKubernetesResource object) {
    locked(object);
    at(kind, written(object)).dryRun().update();
  }

  public GenericKubernetesResource updateStatus(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    locked(object);
    return at(kind, written(object)).updateStatus();
  }

  /**
   * Merges a tree into an object that is still at this version, or into its status.
   *
   * @param subresource empty for the object itself
   * @return the object as it is now
   */
  public GenericKubernetesResource merge(
      ResourceDefinitionContext kind,
      ObjectMeta at,
      String subresource,
      Map<String, Object> patch) {
    requireNonNull(at.getResourceVersion(), "resourceVersion is null");
    Map<String, Object> locked = new LinkedHashMap<>(patch);
    Map<String, Object> metadata = JsonTree.map(patch, "metadata");
    metadata.put("resourceVersion", at.getResourceVersion());
    locked.put("metadata", metadata);
    // By the object itself, not by its name: fabric8 would read that first.
    Resource<GenericKubernetesResource> target =
        in(kind, at.getNamespace())
            .resource(
                HubObjects.object(
                    kind,
                    new ObjectMetaBuilder()
                        .withNamespace(at.getNamespace())
                        .withName(at.getName())
                        .build()));
    PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
    String json = HubObjects.json(locked);
    return subresource.isEmpty()
        ? target.patch(merge, json)
        : target.subresource(subresource).patch(merge, json);
  }

  /** Deletes an object; returns false when there is none any more. */
  public boolean delete(ResourceDefinitionContext kind, GenericKubernetesResource object) {
    locked(object);
    return !at(kind, object)
        .lockResourceVersion(object.getMetadata().getResourceVersion())
        .delete()
        .isEmpty();
  }

  public static String label(ResourceDefinitionContext kind) {
    return kind.getKind().toLowerCase(Locale.ROOT);
  }

  /** Without a resourceVersion fabric8 would read first, and the last write would win. */
  private static void locked(GenericKubernetesResource object) {
    requireNonNull(object.getMetadata().getResourceVersion(), "resourceVersion is null");
  }

  /**
   * Leaves out the managed fields, of which caches hold only a part: a write with that part would
   * remove the others from the hub, a write without any keeps them all.
   */
  private static GenericKubernetesResource written(GenericKubernetesResource object) {
    List<ManagedFieldsEntry> managed = object.getMetadata().getManagedFields();
    if (managed == null || managed.isEmpty()) {
      return object;
    }
    GenericKubernetesResource written = new GenericKubernetesResource();
    written.setApiVersion(object.getApiVersion());
    written.setKind(object.getKind());
    written.setMetadata(
        new ObjectMetaBuilder(object.getMetadata())
            .withManagedFields(List.<ManagedFieldsEntry>of())
            .build());
    written.setAdditionalProperties(object.getAdditionalProperties());
    return written;
  }

  private Resource<GenericKubernetesResource> at(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    return in(kind, object.getMetadata().getNamespace()).resource(object);
  }

  /**
   * Returns the objects in a namespace.
   *
   * @param namespace null for a cluster-scoped kind, which fabric8 would refuse
   */
  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      in(ResourceDefinitionContext kind, String namespace) {
    return namespace == null ? of(kind) : of(kind).inNamespace(namespace);
  }

  private MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      of(ResourceDefinitionContext kind) {
    return client.genericKubernetesResources(kind);
  }

  private static <T> T read(
      String doing, String verb, ResourceDefinitionContext kind, Supplier<T> request) {
    try {
      return request.get();
    } catch (KubernetesClientException e) {
      throw HubException.of(doing, verb, kind, e);
    }
  }
}
