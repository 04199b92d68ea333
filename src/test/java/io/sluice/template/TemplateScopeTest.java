package io.sluice.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateScopeTest {
  private final TemplateScope scope = new TemplateScope(TemplateScope.DEFAULT_EXCLUDED);

  @ParameterizedTest
  @CsvSource({
    "apps/v1, Deployment, default, true",
    "v1, ConfigMap, kubernetes, true",
    "v1, ConfigMap, karmada, true",
    "rbac.authorization.k8s.io/v1, ClusterRole, '', true",
    "v1, ConfigMap, kube-system, false",
    "v1, ConfigMap, karmada-system, false",
    "v1, ConfigMap, karmada-cluster, false",
    "v1, ConfigMap, karmada-es-member1, false",
    "work.karmada.io/v1alpha1, Work, default, false",
    "policy.open-cluster-management.io/v1, Policy, default, false",
    "v1, Event, default, false",
    "coordination.k8s.io/v1, Lease, default, false",
  })
  void someObjectsAreNeverTemplates(
      String apiVersion, String kind, String namespace, boolean covered) {
    assertThat(scope.covers(new ResourceId(apiVersion, kind, namespace, "x"))).isEqualTo(covered);
  }

  @Test
  void otherNamespacesMayBeExcludedButKarmadasOwnAlwaysAre() {
    TemplateScope other = new TemplateScope(List.of("ops", "team-*"));
    assertThat(List.of("kube-system", "opsx", "team"))
        .allMatch(namespace -> other.covers(configMap(namespace)));
    assertThat(List.of("ops", "team-a", "karmada-system", "karmada-es-c1"))
        .noneMatch(namespace -> other.covers(configMap(namespace)));
  }

  private static ResourceId configMap(String namespace) {
    return new ResourceId("v1", "ConfigMap", namespace, "x");
  }
}
