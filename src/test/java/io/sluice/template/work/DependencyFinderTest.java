package io.sluice.template.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DependencyFinderTest {
  @Test
  void whatAPodMountsOrReadsIsFoundOnce() {
    Map<String, Object> pod =
        Map.of(
            "serviceAccountName",
            "runner",
            "imagePullSecrets",
            List.of(Map.of("name", "pull")),
            "initContainers",
            List.of(Map.of("envFrom", List.of(Map.of("configMapRef", Map.of("name", "from"))))),
            "containers",
            List.of(
                Map.of(
                    "env",
                    List.of(
                        Map.of("valueFrom", Map.of("secretKeyRef", Map.of("name", "password")))))),
            "volumes",
            List.of(
                Map.of("configMap", Map.of("name", "from")),
                Map.of("secret", Map.of("secretName", "tls")),
                Map.of("persistentVolumeClaim", Map.of("claimName", "data")),
                Map.of("csi", Map.of("nodePublishSecretRef", Map.of("name", "driver"))),
                Map.of(
                    "projected",
                    Map.of("sources", List.of(Map.of("secret", Map.of("name", "token")))))));

    assertThat(found("apps/v1", "Deployment", Map.of("template", Map.of("spec", pod))))
        .containsExactly(
            "ConfigMap from",
            "PersistentVolumeClaim data",
            "Secret driver",
            "Secret password",
            "Secret pull",
            "Secret tls",
            "Secret token",
            "ServiceAccount runner");
  }

  @Test
  void aJobTemplateIsLookedInto() {
    Map<String, Object> pod =
        Map.of(
            "serviceAccountName", "default", "imagePullSecrets", List.of(Map.of("name", "pull")));
    Map<String, Object> job = Map.of("spec", Map.of("template", Map.of("spec", pod)));

    assertThat(found("batch/v1", "CronJob", Map.of("jobTemplate", job)))
        .containsExactly("Secret pull");
  }

  @Test
  void theClaimsThatAStatefulSetMakesAreNoDependencies() {
    Map<String, Object> pod =
        Map.of(
            "volumes",
            List.of(
                Map.of("persistentVolumeClaim", Map.of("claimName", "own")),
                Map.of("persistentVolumeClaim", Map.of("claimName", "shared"))));

    assertThat(
            found(
                "apps/v1",
                "StatefulSet",
                Map.of(
                    "volumeClaimTemplates",
                    List.of(Map.of("metadata", Map.of("name", "own"))),
                    "template",
                    Map.of("spec", pod))))
        .containsExactly("PersistentVolumeClaim shared");
  }

  @Test
  void anIngressDependsOnItsCertificatesAndOtherKindsOnNothing() {
    Map<String, Object> spec = Map.of("tls", List.of(Map.of("secretName", "cert")));

    assertThat(found("networking.k8s.io/v1", "Ingress", spec)).containsExactly("Secret cert");
    assertThat(found("v1", "Service", spec)).isEmpty();
    assertThat(found("example.com/v1", "Deployment", spec)).isEmpty();
  }

  private static List<String> found(String apiVersion, String kind, Map<String, Object> spec) {
    return DependencyFinder.of(
            Map.of(
                "apiVersion", apiVersion,
                "kind", kind,
                "metadata", Map.of("name", "web", "namespace", "default"),
                "spec", spec))
        .stream()
        .map(dependency -> dependency.kind() + " " + dependency.name())
        .toList();
  }
}
