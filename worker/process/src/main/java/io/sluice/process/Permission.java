package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.AccessReview;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds one thing that a user may do on a hub.
 *
 * @param resource as rules name it, {@code policies/status} for a subresource
 * @param namespace empty: in all of them
 * @param name empty: objects of any name
 */
record Permission(String verb, String group, String resource, String namespace, String name) {
  /** Stands for every group, or every kind. */
  static final String ANY = "*";

  private static final Set<String> READS = Set.of("get", "list", "watch");

  Permission {
    requireNonNull(verb, "verb is null");
    requireNonNull(group, "group is null");
    requireNonNull(resource, "resource is null");
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  /** Returns all that a rule grants. */
  static Stream<Permission> of(PolicyRule rule, String namespace) {
    List<String> names = rule.getResourceNames().isEmpty() ? List.of("") : rule.getResourceNames();
    List<Permission> granted = new ArrayList<>();
    for (String group : rule.getApiGroups()) {
      for (String resource : rule.getResources()) {
        for (String verb : rule.getVerbs()) {
          for (String name : names) {
            granted.add(new Permission(verb, group, resource, namespace, name));
          }
        }
      }
    }
    return granted.stream();
  }

  /**
   * Returns whether it only shows objects, and is neither about the Lease of the leader nor about
   * what tells the hub from others.
   */
  boolean reads() {
    return READS.contains(verb) && namespace.isEmpty() && !resource.equals("namespaces");
  }

  ResourceAttributes attributes() {
    String[] parts = resource.split("/", 2);
    return new ResourceAttributesBuilder()
        .withVerb(verb)
        .withGroup(group)
        .withResource(parts[0])
        .withSubresource(parts.length == 1 ? null : parts[1])
        .withNamespace(namespace.isEmpty() ? null : namespace)
        .withName(name.isEmpty() ? null : name)
        .build();
  }

  /**
   * Asks the hub whether its user has the permission. A hub without authentication, as the demo's,
   * has no permissions, and grants everything.
   *
   * @throws KubernetesClientException if the hub does not answer
   */
  boolean granted(KubernetesClient hub) {
    return AccessReview.granted(hub, attributes());
  }

  /**
   * Formats what the permission is for: {@code policies/status in
   * policy.open-cluster-management.io}.
   */
  String object() {
    return resource
        + (name.isEmpty() ? "" : " " + name)
        + (group.isEmpty() ? "" : " in " + group)
        + (namespace.isEmpty() ? "" : " in namespace " + namespace);
  }
}
