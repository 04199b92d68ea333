package io.sluice.tools.option;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sluice.connection.HubAddress;
import io.sluice.connection.KubeconfigChoice;
import io.sluice.hub.client.HubClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig. Default: its current one.")
  private String context;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "Cluster of the kubeconfig. Default: that of the context.")
  private String cluster;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "User of the kubeconfig. Default: that of the context.")
  private String user;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "Act as this user; takes the right to impersonate. Default: as oneself.")
  private String as;

  @Option(
      names = "--as-group",
      paramLabel = "NAME",
      description = "With --as: act as a member of this group. Several: once for each.")
  private List<String> groups = List.of();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

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
    KubeconfigChoice choice =
        new KubeconfigChoice(
            Optional.ofNullable(context), Optional.ofNullable(cluster), Optional.ofNullable(user));
    if (where.hub != null && choice.given()) {
      throw refusal(
          "Cannot use --context, --cluster or --user with --hub: these are of a kubeconfig. Leave one out.");
    }
    if (as == null && !groups.isEmpty()) {
      throw refusal("Cannot use --as-group alone: it takes a user. Add --as.");
    }
    Config found =
        HubAddress.of(
            Optional.ofNullable(where.hub),
            Optional.ofNullable(where.kubeconfig),
            choice,
            System.getenv());
    return as == null
        ? found
        : new ConfigBuilder(found)
            .withImpersonateUsername(as)
            .withImpersonateGroups(groups.toArray(String[]::new))
            .build();
  }

  private ParameterException refusal(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Returns what writes commands with the options that this one was called with. */
  public CommandWriter commands() {
    List<String> words = new ArrayList<>();
    add(words, "--hub", where.hub);
    add(words, "--kubeconfig", where.kubeconfig);
    add(words, "--context", context);
    add(words, "--cluster", cluster);
    add(words, "--user", user);
    add(words, "--as", as);
    groups.forEach(group -> add(words, "--as-group", group));
    return new CommandWriter(words);
  }

  private static void add(List<String> words, String option, Object value) {
    if (value != null) {
      words.addAll(List.of(option, value.toString()));
    }
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
