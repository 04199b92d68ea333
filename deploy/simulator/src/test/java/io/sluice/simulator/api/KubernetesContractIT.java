package io.sluice.simulator.api;

import static io.sluice.simulator.SimulatorPatience.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Runs {@link KubernetesContractTest} against the kube-apiserver that {@code
 * -Dsluice.real.kubeconfig} names.
 *
 * <p>The contract knows no schemas, so those of our definitions give way to loose ones meanwhile.
 */
@Tag("core")
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
    assumeTrue(!kubeconfig().isEmpty(), "-Dsluice.real.kubeconfig names no API server");
    try (KubernetesClient client = client()) {
      strict = definitions(client);
      refusals = refusals(client);
      strict.forEach(definition -> client.resource(loose(definition)).update());
      awaitRefusals(client, 0);
    }
    System.setProperty("sluice.contract.kubeconfig", kubeconfig());
  }

  @AfterAll
  static void tighten() {
    if (kubeconfig().isEmpty()) {
      return;
    }
    try (KubernetesClient client = client()) {
      for (CustomResourceDefinition definition : strict) {
        definition.getMetadata().setResourceVersion(null);
        client.resource(definition).update();
      }
      awaitRefusals(client, refusals);
    }
  }

  /** Read late: an extension sets it before the first test. */
  private static String kubeconfig() {
    return System.getProperty("sluice.real.kubeconfig", "");
  }

  private static KubernetesClient client() {
    return new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(new File(kubeconfig())))
        .build();
  }

  private static List<CustomResourceDefinition> definitions(KubernetesClient client) {
    List<String> names =
        ResourceKind.ALL.stream()
            .filter(ResourceKind::custom)
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
    await().until(() -> refusals(client) == wanted);
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
