package io.sluice.hub.crd;

import static io.sluice.hub.HubPatience.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionCondition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Installs definitions on the API server that the tests are given. */
final class CrdInstaller {
  static final String NAMESPACE = "crds-it";

  private CrdInstaller() {}

  /** A client of the server, which has a namespace for the tests; skips them without a server. */
  static KubernetesClient client() {
    String kubeconfig = System.getProperty("sluice.real.kubeconfig", "");
    assumeTrue(!kubeconfig.isEmpty(), "-Dsluice.real.kubeconfig names no API server");
    KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(new File(kubeconfig)))
            .build();
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .serverSideApply();
    return client;
  }

  /** Installs what {@code kubectl apply -k} installs from that folder of {@code deploy/crds}. */
  static void installFolder(KubernetesClient client, String folder) throws IOException {
    for (Map<String, Object> definition : CrdFolder.definitions(folder).values()) {
      install(client, definition(client, definition));
    }
  }

  static CustomResourceDefinition definition(KubernetesClient client, Map<String, Object> tree) {
    return client.getKubernetesSerialization().convertValue(tree, CustomResourceDefinition.class);
  }

  /** Installs a definition, and waits until it is served. */
  static void install(KubernetesClient client, CustomResourceDefinition crd) {
    // Server-side apply would leave what kubectl once applied and the file no longer says.
    client.resource(crd).createOr(NonDeletingOperation::update);
    client.resource(crd).waitUntilCondition(CrdInstaller::established, 30, TimeUnit.SECONDS);
    // The client asks for the resources of a group before it writes an object of one.
    await().until(() -> listed(client, crd));
  }

  private static boolean listed(KubernetesClient client, CustomResourceDefinition crd) {
    String version = crd.getSpec().getGroup() + "/" + crd.getSpec().getVersions().get(0).getName();
    APIResourceList served = client.getApiResources(version);
    return served != null
        && served.getResources().stream()
            .anyMatch(resource -> resource.getKind().equals(crd.getSpec().getNames().getKind()));
  }

  private static boolean established(CustomResourceDefinition crd) {
    return crd != null
        && crd.getStatus() != null
        // Absent in the first status the server writes.
        && crd.getStatus().getConditions() != null
        && crd.getStatus().getConditions().stream().anyMatch(CrdInstaller::established);
  }

  private static boolean established(CustomResourceDefinitionCondition condition) {
    return "Established".equals(condition.getType()) && "True".equals(condition.getStatus());
  }
}
