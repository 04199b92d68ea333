package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchedKindTest {
  @ParameterizedTest
  @CsvSource({
    "/apis/g.io/v1/policies?watch=true, policies.g.io",
    "/prefix/apis/g.io/v1/policies, policies.g.io",
    "/api/v1/configmaps?watch=true, configmaps",
    "/k8s/clusters/c/api/v1/configmaps, configmaps",
    "/apis/g.io/v1/namespaces/a/policies, ''",
    "/apis/g.io/v1/managedclusters/c1, ''",
    "/api/v1/namespaces/a, ''",
    "/api/v1/namespaces/a/configmaps, ''",
    "/version, ''",
  })
  void onlyARequestForAllNamespacesIsAboutAKind(String path, String kind) {
    assertThat(WatchedKind.of(URI.create("https://hub:6443" + path)).orElse("")).isEqualTo(kind);
  }

  @Test
  void itIsNamedAsTheCachesNameIt() {
    ResourceDefinitionContext core =
        new ResourceDefinitionContext.Builder()
            .withGroup("")
            .withVersion("v1")
            .withKind("ConfigMap")
            .withPlural("configmaps")
            .withNamespaced(true)
            .build();
    assertThat(Kinds.resource(core))
        .isEqualTo(WatchedKind.of(URI.create("https://hub/api/v1/configmaps")).orElseThrow());
    assertThat(Kinds.resource(Kinds.POLICY))
        .isEqualTo("policies.policy.open-cluster-management.io");
  }
}
