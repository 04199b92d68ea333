package io.sluice.process;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;

/** Connects as a user who has the rights that a test grants, and no others. */
final class PoorUser implements AutoCloseable {
  private static final String NAME = "poor-worker";

  private final KubernetesClient admin;
  private final KubernetesClient client;

  PoorUser(KubernetesClient admin) {
    this.admin = admin;
    Config config =
        new ConfigBuilder(admin.getConfiguration())
            .withImpersonateUsername(NAME)
            .withImpersonateGroups("system:authenticated")
            .build();
    this.client = new KubernetesClientBuilder().withConfig(config).build();
    admin
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(NAME)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", NAME)
                .addNewSubject("rbac.authorization.k8s.io", "User", NAME, null)
                .build())
        .create();
  }

  KubernetesClient client() {
    return client;
  }

  /** Grants these, in place of those before. */
  void grant(List<Permission> permissions) {
    admin
        .resource(
            new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(NAME)
                .endMetadata()
                .withRules(permissions.stream().map(PoorUser::rule).toList())
                .build())
        .createOr(role -> role.update());
  }

  private static PolicyRule rule(Permission permission) {
    PolicyRuleBuilder rule =
        new PolicyRuleBuilder()
            .withApiGroups(permission.group())
            .withResources(permission.resource())
            .withVerbs(permission.verb());
    return permission.name().isEmpty()
        ? rule.build()
        : rule.withResourceNames(permission.name()).build();
  }

  @Override
  public void close() {
    admin.rbac().clusterRoleBindings().withName(NAME).delete();
    admin.rbac().clusterRoles().withName(NAME).delete();
    client.close();
  }
}
