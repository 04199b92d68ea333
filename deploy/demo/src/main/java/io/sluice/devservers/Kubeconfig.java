package io.sluice.devservers;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Connects clients to the hub: kubeconfig files for programs, clients for Java. */
final class Kubeconfig {
  static final String ADMIN_CONTEXT = "sluice-dev";
  static final String WORKER_CONTEXT = "sluice-dev-worker";

  private Kubeconfig() {}

  static void write(DataFolder folder, Ports ports, Credentials credentials) {
    try {
      byte[] certificate = Files.readAllBytes(folder.certificate());
      DataFolder.writeSecret(
          folder.kubeconfig(), text(ADMIN_CONTEXT, ports.api(), certificate, credentials));
      DataFolder.writeSecret(
          folder.workerKubeconfig(), text(WORKER_CONTEXT, ports.api(), certificate, credentials));
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot write the kubeconfig into %s: %s. Choose another folder with --dir."
              .formatted(folder.root(), e),
          e);
    }
  }

  /** Carries the certificate inside, so that the file can be copied elsewhere. */
  static String text(String context, int port, byte[] certificate, Credentials credentials) {
    return """
    apiVersion: v1
    kind: Config
    current-context: %1$s
    clusters:
    - name: sluice-dev
      cluster:
        server: https://127.0.0.1:%2$d
        certificate-authority-data: %3$s
    contexts:
    - name: %4$s
      context:
        cluster: sluice-dev
        namespace: default
        user: %5$s
    - name: %6$s
      context:
        cluster: sluice-dev
        namespace: default
        user: %7$s
    users:
    - name: %5$s
      user:
        token: "%8$s"
    - name: %7$s
      user:
        token: "%9$s"
    """
        .formatted(
            context,
            port,
            Base64.getEncoder().encodeToString(certificate),
            ADMIN_CONTEXT,
            Credentials.ADMIN,
            WORKER_CONTEXT,
            Credentials.WORKER,
            credentials.adminToken(),
            credentials.workerToken());
  }

  /**
   * Connects as the user of a kubeconfig; the environment's proxies and kubeconfigs do not count.
   */
  static KubernetesClient client(Path kubeconfig) {
    return client(Config.fromKubeconfig(kubeconfig.toFile()));
  }

  /** The same in the name of another user, which takes the right to impersonate. */
  static KubernetesClient client(Path kubeconfig, String user, String... groups) {
    return client(
        new ConfigBuilder(Config.fromKubeconfig(kubeconfig.toFile()))
            .withImpersonateUsername(user)
            .withImpersonateGroups(groups)
            .build());
  }

  private static KubernetesClient client(Config config) {
    return new KubernetesClientBuilder().withConfig(config).build();
  }
}
