package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds out under which path the server serves a kind that settings name; what it found is
 * remembered.
 */
public final class ServedKinds {
  private final HubApi hub;
  private final Map<String, ResourceDefinitionContext> known = new ConcurrentHashMap<>();

  public ServedKinds(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /** Returns a kind that was found before, without a request. */
  public Optional<ResourceDefinitionContext> known(String apiVersion, String kind) {
    return Optional.ofNullable(known.get(apiVersion + "/" + kind));
  }

  /**
   * Returns the kind; empty when the server knows none such, for now.
   *
   * @throws HubException if the server does not answer
   */
  public Optional<ResourceDefinitionContext> find(String apiVersion, String kind) {
    Optional<ResourceDefinitionContext> before = known(apiVersion, kind);
    if (before.isPresent()) {
      return before;
    }
    Optional<ResourceDefinitionContext> found = ask(apiVersion, kind);
    found.ifPresent(context -> known.put(apiVersion + "/" + kind, context));
    return found;
  }

  private Optional<ResourceDefinitionContext> ask(String apiVersion, String kind) {
    return hub.served(apiVersion).stream()
        .filter(resource -> resource.getKind().equals(kind))
        .filter(resource -> !resource.getName().contains("/"))
        .findFirst()
        .map(resource -> context(apiVersion, resource));
  }

  private static ResourceDefinitionContext context(String apiVersion, APIResource resource) {
    int slash = apiVersion.indexOf('/');
    return Kinds.context(
        apiVersion.substring(0, Math.max(0, slash)),
        apiVersion.substring(slash + 1),
        resource.getKind(),
        resource.getName(),
        resource.getNamespaced());
  }
}
