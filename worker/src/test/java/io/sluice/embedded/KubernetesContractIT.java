package io.sluice.embedded;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.RealServers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Shows that a real kube-apiserver does what {@link KubernetesContractTest} asks of the embedded
 * hub.
 *
 * <p>The contract knows no schemas, so those of our definitions give way to loose ones meanwhile.
 */
class KubernetesContractIT extends KubernetesContractTest {
  private static final JSONSchemaProps ANYTHING =
      new JSONSchemaPropsBuilder()
          .withType("object")
          .withXKubernetesPreserveUnknownFields(true)
          .build();

  private static List<CustomResourceDefinition> strict = List.of();
  private static long refusals;

  @BeforeAll
  static void loosen() {
    DevServers servers = RealServers.get();
    try (KubernetesClient client = servers.client()) {
      strict = definitions(client);
      refusals = refusals(client);
      strict.forEach(definition -> client.resource(loose(definition)).update());
      awaitRefusals(client, 0);
    }
    System.setProperty("sluice.contract.kubeconfig", servers.kubeconfig().toString());
  }

  @AfterAll
  static void tighten() {
    try (KubernetesClient client = RealServers.get().client()) {
      for (CustomResourceDefinition definition : strict) {
        definition.getMetadata().setResourceVersion(null);
        client.resource(definition).update();
      }
      awaitRefusals(client, refusals);
    }
  }

  private static List<CustomResourceDefinition> definitions(KubernetesClient client) {
    List<String> names =
        Kind.ALL.stream()
            .filter(Kind::custom)
            .map(kind -> kind.plural() + "." + kind.group())
            .toList();
    return client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
        .filter(definition -> names.contains(definition.getMetadata().getName()))
        .toList();
  }

  private static CustomResourceDefinition loose(CustomResourceDefinition definition) {
    CustomResourceDefinition loose =
        new CustomResourceDefinitionBuilder(Serialization.clone(definition)).build();
    loose.getMetadata().setResourceVersion(null);
    loose
        .getSpec()
        .getVersions()
        .forEach(version -> version.getSchema().setOpenAPIV3Schema(ANYTHING));
    return loose;
  }

  /** The server takes a moment to judge by another schema. */
  private static void awaitRefusals(KubernetesClient client, long wanted) {
    await().atMost(Duration.ofSeconds(30)).until(() -> refusals(client) == wanted);
  }

  private static long refusals(KubernetesClient client) {
    return strict.stream().filter(definition -> refusesNonsense(client, definition)).count();
  }

  private static boolean refusesNonsense(
      KubernetesClient client, CustomResourceDefinition definition) {
    GenericKubernetesResource nonsense =
        Serialization.unmarshal(
            """
            apiVersion: %s/%s
            kind: %s
            metadata: {name: wrong}
            spec: wrong
            status: wrong
            """
                .formatted(
                    definition.getSpec().getGroup(),
                    definition.getSpec().getVersions().get(0).getName(),
                    definition.getSpec().getNames().getKind()),
            GenericKubernetesResource.class);
    if (definition.getSpec().getScope().equals("Namespaced")) {
      nonsense.getMetadata().setNamespace("default");
    }
    try {
      client.resource(nonsense).dryRun().create();
      return false;
    } catch (KubernetesClientException e) {
      return true;
    }
  }
}
