package io.sluice.hub.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tries the schemas of {@code deploy/crds} on the API server that the system property {@code
 * sluice.real.kubeconfig} names.
 */
@Tag("core")
class CrdsIT {
  private static KubernetesClient client;

  @BeforeAll
  static void install() throws IOException {
    client = CrdInstaller.client();
    CrdInstaller.installFolder(client, "");
    CrdInstaller.installFolder(client, "ocm");
  }

  @AfterAll
  static void close() {
    if (client != null) {
      client.close();
    }
  }

  static List<Sample> refusedStrategies() {
    return Sample.of("strategies-refused.yaml");
  }

  static List<Sample> acceptedStrategies() {
    return Sample.of("strategies-accepted.yaml");
  }

  static List<Sample> refusedObjects() {
    return Sample.of("objects-refused.yaml");
  }

  static Stream<Sample> acceptedObjects() {
    return Stream.concat(
        Sample.of("objects-accepted.yaml").stream(),
        Sample.of("placements-accepted.yaml").stream());
  }

  static List<Sample> statuses() {
    return Sample.of("statuses.yaml");
  }

  static List<Sample> kindsOfAHub() {
    return Sample.of("hub-crds.yaml");
  }

  @ParameterizedTest
  @MethodSource("refusedStrategies")
  void aMistakeInAStrategyIsRefusedWithItsMessage(Sample sample) {
    for (Map<String, Object> object : withStrategy(sample.tree())) {
      assertThat(refusal(object))
          .contains("spec.rolloutStrategy." + sample.field())
          .contains(sample.message());
    }
  }

  @ParameterizedTest
  @MethodSource("acceptedStrategies")
  void aStrategyWithoutMistakesIsKeptAsWritten(Sample sample) {
    for (Map<String, Object> object : withStrategy(sample.tree())) {
      assertKept(object.get("spec"), created(object).getAdditionalProperties().get("spec"));
    }
  }

  @ParameterizedTest
  @MethodSource("refusedObjects")
  void aMistakeInAnObjectIsRefusedWithItsMessage(Sample sample) {
    assertThat(refusal(sample.tree())).contains(sample.comment());
  }

  @ParameterizedTest
  @MethodSource("acceptedObjects")
  void anObjectWithoutMistakesIsKeptAsWritten(Sample sample) {
    Map<String, Object> created = created(sample.tree()).getAdditionalProperties();

    sample.tree().forEach((field, value) -> keptOutsideOfMetadata(field, value, created));
  }

  @ParameterizedTest
  @MethodSource("statuses")
  void aStatusIsKeptAsWritten(Sample sample) {
    GenericKubernetesResource object = resource(sample.tree());
    object.setAdditionalProperties(new LinkedHashMap<>(object.getAdditionalProperties()));
    Object status = object.getAdditionalProperties().remove("status");
    Resource<GenericKubernetesResource> target = client.resource(object);
    target.delete();
    GenericKubernetesResource created = target.create();
    created.setAdditionalProperty("status", status);

    GenericKubernetesResource written =
        client.resource(created).fieldValidation(Validation.STRICT).updateStatus();

    assertKept(status, written.getAdditionalProperties().get("status"));
    target.delete();
  }

  /** A copy under another group: the server counts what the rules cost at most. */
  @ParameterizedTest
  @MethodSource("kindsOfAHub")
  void aKindOfAHubIsServedWithThePatchOfSluice(Sample kind) throws IOException {
    CustomResourceDefinition patched =
        CrdInstaller.definition(
            client, CrdFolder.patched(kind.tree(), CrdFolder.patchOf(kind.tree())));
    patched.getSpec().setGroup("hub.sluice.test");
    patched.getMetadata().setName(patched.getSpec().getNames().getPlural() + ".hub.sluice.test");

    assertThat(client.resource(patched).dryRun().create().getSpec().getGroup())
        .isEqualTo("hub.sluice.test");
  }

  private static void keptOutsideOfMetadata(
      String field, Object value, Map<String, Object> created) {
    // Creating drops the status, as it does on any hub.
    if (!List.of("apiVersion", "kind", "metadata", "status").contains(field)) {
      assertKept(value, created.get(field));
    }
  }

  /** Every field written is there; the server may have added defaults. */
  private static void assertKept(Object written, Object kept) {
    if (written instanceof Map<?, ?> map) {
      assertThat(kept).isInstanceOf(Map.class);
      map.forEach((key, value) -> assertKept(value, ((Map<?, ?>) kept).get(key)));
    } else if (written instanceof List<?> list) {
      assertThat(kept).asInstanceOf(LIST).hasSameSizeAs(list);
      for (int i = 0; i < list.size(); i++) {
        assertKept(list.get(i), ((List<?>) kept).get(i));
      }
    } else {
      assertThat(String.valueOf(kept)).isEqualTo(String.valueOf(written));
    }
  }

  private static List<Map<String, Object>> withStrategy(Map<String, Object> strategy) {
    return List.of(
        Map.of(
            "apiVersion",
            "policy.open-cluster-management.io/v1",
            "kind",
            "Policy",
            "metadata",
            Map.of("name", "strategy"),
            "spec",
            Map.of("disabled", false, "policy-templates", List.of(), "rolloutStrategy", strategy)),
        Map.of(
            "apiVersion",
            "cluster.open-cluster-management.io/v1beta1",
            "kind",
            "Rollout",
            "metadata",
            Map.of("name", "policy-strategy"),
            "spec",
            Map.of("rolloutStrategy", strategy)));
  }

  private static String refusal(Map<String, Object> object) {
    KubernetesClientException refused =
        catchThrowableOfType(KubernetesClientException.class, () -> created(object));
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.getCode()).isEqualTo(422);
    return refused.getStatus().getMessage();
  }

  /** What the server would store. */
  private static GenericKubernetesResource created(Map<String, Object> object) {
    return client.resource(resource(object)).dryRun().fieldValidation(Validation.STRICT).create();
  }

  private static GenericKubernetesResource resource(Map<String, Object> object) {
    GenericKubernetesResource resource =
        client.getKubernetesSerialization().convertValue(object, GenericKubernetesResource.class);
    if (!List.of("ManagedCluster", "ClusterRolloutCalendar").contains(resource.getKind())) {
      resource.getMetadata().setNamespace(CrdInstaller.NAMESPACE);
    }
    return resource;
  }
}
