package io.sluice.tools.option;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sluice.connection.HubAddress;
import io.sluice.hub.client.HubClient;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Holds the options that choose hub and namespace. */
public final class HubOptions {
  @ArgGroup(exclusive = true)
  private Where where = new Where();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description =
          "Namespace of the policy or placement. Default: that of the kubeconfig's context, else default.")
  private String namespace;

  /** Either a kubeconfig or a plain address. */
  static final class Where {
    @Option(
        names = "--kubeconfig",
        descriptionKey = "hub.kubeconfig",
        paramLabel = "FILE",
        description =
            "Where the hub is. Default: $KUBECONFIG, else ~/.kube/config, else that of the pod.")
    private Path kubeconfig;

    @Option(
        names = "--hub",
        descriptionKey = "hub.url",
        paramLabel = "URL",
        converter = HubUrlConverter.class,
        description =
            "Address of a hub that asks for no login, as the demo prints it; excludes a kubeconfig."
                + " Default: none.")
    private String hub;
  }

  /** Returns address and credentials, for commands that answer within seconds. */
  public Config config() {
    return HubAddress.impatient(patientConfig());
  }

  /** Returns address and credentials, for a process that outlives interruptions of the hub. */
  public Config patientConfig() {
    return HubAddress.of(
        Optional.ofNullable(where.hub), Optional.ofNullable(where.kubeconfig), System.getenv());
  }

  /** The API server records what a command writes under the name of Sluice. */
  public static KubernetesClient client(Config config) {
    Config named =
        new ConfigBuilder(config)
            .withUserAgent(HubClient.USER_AGENT)
            // Of HTTP/2 the hub closes the whole connection with its answer to a token that it does
            // not accept. What is said of that must not depend on how a transport repeats requests.
            .withHttp2Disable(true)
            .build();
    return new KubernetesClientBuilder().withConfig(named).build();
  }

  /** Returns the namespace that is named with {@code -n}, if one is. */
  public Optional<String> namedNamespace() {
    return Optional.ofNullable(namespace);
  }

  /** Returns the namespace that is named, else that of the context, else {@code default}. */
  public String namespace(Config config) {
    return Optional.ofNullable(namespace)
        .or(() -> Optional.ofNullable(config.getNamespace()))
        .orElse("default");
  }

  /**
   * Returns the namespace that is named, else {@code default}: without a hub there is no context.
   */
  public String namespaceOfFiles() {
    return Optional.ofNullable(namespace).orElse("default");
  }
}
