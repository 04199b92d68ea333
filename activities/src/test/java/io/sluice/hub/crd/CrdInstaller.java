package io.sluice.hub.crd;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionCondition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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

  /** Installs every definition of that folder of {@code deploy/crds}. */
  static void installFolder(KubernetesClient client, String folder) throws IOException {
    try (Stream<Path> files = Files.list(CrdFile.FOLDER.resolve(folder))) {
      List<Path> definitions = files.filter(file -> file.toString().endsWith(".yaml")).toList();
      for (Path definition : definitions) {
        install(client, read(client, definition));
      }
    }
  }

  static CustomResourceDefinition read(KubernetesClient client, Path file) throws IOException {
    return client
        .getKubernetesSerialization()
        .unmarshal(Files.readString(file), CustomResourceDefinition.class);
  }

  /** Installs a definition, and waits until it is served. */
  static void install(KubernetesClient client, CustomResourceDefinition crd) {
    // Server-side apply would leave what kubectl once applied and the file no longer says.
    client.resource(crd).createOr(NonDeletingOperation::update);
    client.resource(crd).waitUntilCondition(CrdInstaller::established, 30, TimeUnit.SECONDS);
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
