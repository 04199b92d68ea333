package io.sluice.stranger;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubObjects;
import java.util.List;
import java.util.Locale;

/** Connects to a hub as a user of one role in one namespace; the rights go when it is closed. */
final class Stranger implements AutoCloseable {
  private static final String RBAC = "rbac.authorization.k8s.io";

  private final KubernetesClient admin;
  private final StrangerRole role;
  private final String namespace;
  private final KubernetesClient client;
  private final List<String> rights;

  private Stranger(KubernetesClient admin, StrangerRole role, String namespace) {
    this.admin = admin;
    this.role = role;
    this.namespace = namespace;
    this.rights = role.clusterRoles(admin);
    rights.forEach(this::bind);
    Config config =
        new ConfigBuilder(admin.getConfiguration())
            .withImpersonateUsername(name())
            .withImpersonateGroups(role.groups().toArray(String[]::new))
            // A refused write is an answer, and is not sent again.
            .withRequestRetryBackoffLimit(0)
            .build();
    this.client = new KubernetesClientBuilder().withConfig(config).build();
  }

  static Stranger of(KubernetesClient admin, StrangerRole role, String namespace) {
    return new Stranger(admin, role, namespace);
  }

  /** Returns the user as the hub knows it. */
  String name() {
    return "stranger-%s-%s".formatted(role.name().toLowerCase(Locale.ROOT), namespace);
  }

  String namespace() {
    return namespace;
  }

  KubernetesClient client() {
    return client;
  }

  /** Creates an object of JSON that no client has looked at. */
  void create(ResourceDefinitionContext kind, String json) {
    client.raw(path(kind, namespace), "POST", json);
  }

  /** Returns where the objects of a kind are. */
  static String path(ResourceDefinitionContext kind, String namespace) {
    return "/apis/%s/%s%s/%s"
        .formatted(
            kind.getGroup(),
            kind.getVersion(),
            kind.isNamespaceScoped() ? "/namespaces/" + namespace : "",
            kind.getPlural());
  }

  /** Returns an object of that name in its namespace, still without content. */
  GenericKubernetesResource object(ResourceDefinitionContext kind, String name) {
    return HubObjects.object(
        kind,
        new ObjectMetaBuilder()
            .withNamespace(kind.isNamespaceScoped() ? namespace : null)
            .withName(name)
            .build());
  }

  private void bind(String right) {
    if (role.everywhere()) {
      admin
          .resource(
              new ClusterRoleBindingBuilder()
                  .withNewMetadata()
                  .withName(bindingName(right))
                  .endMetadata()
                  .withNewRoleRef(RBAC, "ClusterRole", right)
                  .addNewSubject(RBAC, "User", name(), null)
                  .build())
          .createOr(there -> there.update());
      return;
    }
    admin
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName(bindingName(right))
                .withNamespace(namespace)
                .endMetadata()
                .withNewRoleRef(RBAC, "ClusterRole", right)
                .addNewSubject(RBAC, "User", name(), null)
                .build())
        .createOr(there -> there.update());
  }

  private String bindingName(String right) {
    return name() + "-" + right;
  }

  @Override
  public void close() {
    for (String right : rights) {
      admin.rbac().clusterRoleBindings().withName(bindingName(right)).delete();
      admin.rbac().roleBindings().inNamespace(namespace).withName(bindingName(right)).delete();
    }
    client.close();
  }
}
