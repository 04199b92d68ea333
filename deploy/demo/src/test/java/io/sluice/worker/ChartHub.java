package io.sluice.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.chart.ChartObjects;
import io.sluice.chart.Helm;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs a hub as OCM ships it, on which nothing of Sluice is installed but by its charts. */
final class ChartHub implements AutoCloseable {
  static final String NAMESPACE = "sluice-system";
  static final String ACCOUNT = "system:serviceaccount:sluice-system:sluice";
  static final String ROLLOUTS = "rollouts.cluster.open-cluster-management.io";
  private static final String RENDERED = "rendered";

  /** Holds a resource, names, and verbs; the column between the first two may be left out. */
  private static final Pattern RIGHT =
      Pattern.compile("^([^\\s\\[]+) +(?:\\[] +)?\\[([^]]*)] +\\[([a-z ]+)] *$", Pattern.MULTILINE);

  private static final String CHARTS = "../deploy/charts/";

  private final Path folder;
  private final DevServers servers;
  private final Kubectl kubectl;
  private final Helm helm;

  private ChartHub(Path folder) {
    this.folder = folder;
    this.servers = DevServers.start(folder.resolve("servers"));
    this.kubectl = new Kubectl(servers, folder.resolve("kubectl"));
    this.helm = Helm.on(servers, folder);
    servers.setUp(HubMode.BESIDE);
    // What the development servers have of Sluice.
    kubectl("delete crd " + ROLLOUTS);
    kubectl("delete namespace " + NAMESPACE);
    kubectl("delete clusterrolebinding sluice-beside");
    kubectl("delete clusterrole sluice sluice-placement");
    kubectl("create namespace " + RENDERED);
    kubectl("delete clusterrole sluice-beside sluice-rollouts-view sluice-rollouts-edit");
  }

  static ChartHub start(Path folder) {
    SharedDevServers.requirePrograms();
    return new ChartHub(folder);
  }

  DevServers servers() {
    return servers;
  }

  /** Runs a command that must succeed. */
  String kubectl(String arguments) {
    Kubectl.Output output = kubectl.run(arguments.split(" "));
    if (output.code() != 0) {
      throw new AssertionError("kubectl " + arguments + ": " + output.output());
    }
    return output.output();
  }

  Kubectl.Output apply(String yaml, String... options) {
    return kubectl.runWith(
        yaml,
        Stream.concat(Stream.of("apply", "-f", "-"), Stream.of(options)).toArray(String[]::new));
  }

  /** Installs the chart of the definitions, or tries to. */
  Helm.ProgramOutput installDefinitions(String... options) {
    return helm.run(
        arguments(List.of("upgrade", "--install", "sluice-crds", CHARTS + "sluice-crds"), options));
  }

  /** Installs the chart, or upgrades it; Temporal is that of the servers. */
  void install(String... options) {
    helm.succeed(
        arguments(
            List.of(
                "upgrade",
                "--install",
                "sluice",
                CHARTS + "sluice",
                "--set",
                "temporal.address=" + servers.temporalTarget()),
            options));
  }

  /** Renders the chart, for a namespace in which nothing is installed. */
  String rendered(String... options) {
    return helm.succeed(
        Stream.concat(
                Stream.of("template", "sluice", CHARTS + "sluice", "-n", RENDERED),
                Stream.of(options))
            .toArray(String[]::new));
  }

  void uninstall(String release) {
    helm.succeed("uninstall", release, "-n", NAMESPACE, "--ignore-not-found");
  }

  private static String[] arguments(List<String> first, String... options) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of("-n", NAMESPACE, "--create-namespace"));
    all.addAll(List.of(options));
    return all.toArray(String[]::new);
  }

  /** Starts a process as the installed Deployment does: its arguments, its ServiceAccount. */
  WorkerJvm worker() {
    JsonNode container =
        ChartObjects.parse(kubectl("get deployment sluice -n " + NAMESPACE + " -o yaml"))
            .container();
    List<String> arguments =
        ChartObjects.texts(container.get("args")).stream()
            .skip(1)
            .filter(argument -> !argument.startsWith("--health-port"))
            .map(argument -> argument.replace("$(POD_NAMESPACE)", NAMESPACE))
            .map(argument -> argument.replace("$(POD_NAME)", "sluice-0"))
            .toList();
    return WorkerJvm.start(
        accountKubeconfig(),
        servers.temporalTarget(),
        folder.resolve("worker.log"),
        arguments.toArray(String[]::new));
  }

  /** Writes a kubeconfig with a token of the ServiceAccount, as a pod has it. */
  private Path accountKubeconfig() {
    String token = kubectl("create token sluice -n " + NAMESPACE).strip();
    try {
      return Files.writeString(
          folder.resolve("account-kubeconfig"),
          Files.readString(servers.kubeconfig())
              .replaceAll("token: \".*\"", "token: \"" + token + "\""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the hub lets the ServiceAccount do, line by line. */
  List<String> rights() {
    return rights(kubectl("auth can-i --list -n " + NAMESPACE + " --as=" + ACCOUNT));
  }

  /** Returns the lines about resources, without the empty column of addresses, in one order. */
  static List<String> rights(String list) {
    return RIGHT
        .matcher(list)
        .results()
        .map(
            line ->
                "%s [%s] %s"
                    .formatted(
                        line.group(1),
                        line.group(2),
                        new TreeSet<>(List.of(line.group(3).split(" ")))))
        .sorted()
        .toList();
  }

  /** Returns the uid of every definition and every policy by name. */
  Map<String, String> definitionsAndPolicies() {
    Map<String, String> found = new TreeMap<>();
    try (KubernetesClient admin = servers.client()) {
      Stream.concat(
              admin.apiextensions().v1().customResourceDefinitions().list().getItems().stream(),
              admin
                  .genericKubernetesResources(Kinds.POLICY)
                  .inAnyNamespace()
                  .list()
                  .getItems()
                  .stream())
          .map(HasMetadata::getMetadata)
          .forEach(
              about -> found.put(about.getNamespace() + "/" + about.getName(), about.getUid()));
    }
    return found;
  }

  @Override
  public void close() {
    servers.close();
  }
}
