package io.sluice.demo;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Connects to a real hub as a user of few rights, and removes the user at the end. */
final class LimitedUser {
  private LimitedUser() {}

  /**
   * Connects.
   *
   * @param closing is given what removes the user
   * @param rights verbs by resource, such as {@code rollouts}
   */
  static KubernetesClient connect(
      KubernetesClient admin,
      Deque<Runnable> closing,
      String name,
      Map<String, List<String>> rights) {
    admin
        .resource(
            new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withRules(
                    rights.entrySet().stream()
                        .map(right -> rule(right.getKey(), right.getValue()))
                        .toList())
                .build())
        .create();
    admin
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                .addNewSubject("rbac.authorization.k8s.io", "User", name, null)
                .build())
        .create();
    closing.push(() -> admin.rbac().clusterRoleBindings().withName(name).delete());
    closing.push(() -> admin.rbac().clusterRoles().withName(name).delete());
    Config config =
        new ConfigBuilder(admin.getConfiguration())
            .withImpersonateUsername(name)
            .withImpersonateGroups("system:authenticated")
            .withWatchReconnectLimit(0)
            .build();
    KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build();
    closing.push(client::close);
    return client;
  }

  private static PolicyRule rule(String resource, List<String> verbs) {
    return new PolicyRuleBuilder()
        .withApiGroups(
            "cluster.open-cluster-management.io",
            "policy.open-cluster-management.io",
            "apps.open-cluster-management.io",
            "events.k8s.io")
        .withResources(resource)
        .withVerbs(verbs)
        .build();
  }
}
