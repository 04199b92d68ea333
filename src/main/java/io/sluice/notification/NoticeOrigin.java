package io.sluice.notification;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Optional;

/**
 * Names the rollout that a notice is about, for people who have many (between-waves N1).
 *
 * @param hub name of the hub
 * @param namespace of the Rollout
 * @param collection what is rolled out, as a path of the API names it: {@code policies}
 * @param name of what is rolled out
 * @param dashboard the page of the rollout
 * @param temporal the workflow in Temporal's Web UI
 */
public record NoticeOrigin(
    String hub,
    String namespace,
    String collection,
    String name,
    Optional<URI> dashboard,
    Optional<URI> temporal) {
  public NoticeOrigin {
    requireNonNull(hub, "hub is null");
    requireNonNull(namespace, "namespace is null");
    requireNonNull(collection, "collection is null");
    requireNonNull(name, "name is null");
    requireNonNull(dashboard, "dashboard is null");
    requireNonNull(temporal, "temporal is null");
  }

  /** Returns {@code /hubs/<hub>/namespaces/<namespace>/policies/<name>}. */
  public String source() {
    return "/hubs/%s/namespaces/%s/%s/%s".formatted(hub, namespace, collection, name);
  }
}
