package io.sluice.process;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.chart.ChartObjects;
import io.sluice.chart.Helm;
import io.sluice.chart.ReleaseFiles;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Runs a hub as OCM ships it, on which nothing of Sluice is installed but by its charts: one for
 * all tests of this JVM.
 */
public final class ChartHub {
  static final String NAMESPACE = "sluice-system";
  static final String ACCOUNT = "system:serviceaccount:sluice-system:sluice";
  static final String ROLLOUTS = "rollouts.cluster.open-cluster-management.io";
  private static final String RENDERED = "rendered";

  /** Holds a resource, names, and verbs; the column between the first two may be left out. */
  private static final Pattern RIGHT =
      Pattern.compile("^([^\\s\\[]+) +(?:\\[] +)?\\[([^]]*)] +\\[([a-z ]+)] *$", Pattern.MULTILINE);

  /** The kinds that Sluice brings along. */
  private static final List<ResourceDefinitionContext> DEFINED =
      List.of(
          Kinds.ROLLOUT,
          Kinds.ROLLOUT_CALENDAR,
          Kinds.CLUSTER_ROLLOUT_CALENDAR,
          Kinds.ROLLOUT_NOTIFIER);

  private static final String CHARTS = "../deploy/charts/";

  private static ChartHub running;

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
    deleteDefinitions();
    kubectl("delete namespace " + NAMESPACE);
    kubectl("delete clusterrolebinding sluice-beside");
    kubectl("delete clusterrole sluice sluice-placement");
    kubectl("create namespace " + RENDERED);
    // Answers with a warning to what a restricted namespace would refuse.
    kubectl("label namespace " + RENDERED + " pod-security.kubernetes.io/warn=restricted");
    kubectl(
        "delete clusterrole sluice-beside sluice-rollouts-view sluice-rollouts-approve sluice-rollouts-edit");
  }

  /** Returns it, with nothing installed. */
  public static synchronized ChartHub get() {
    SharedDevServers.requirePrograms();
    if (running == null) {
      running = new ChartHub(folder());
    }
    running.clear();
    return running;
  }

  private static Path folder() {
    try {
      Path build = Path.of(System.getProperty("sluice.build", "target")).toAbsolutePath();
      Files.createDirectories(build);
      return Files.createTempDirectory(build, "chart-servers");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes everything of Sluice away, but for namespaces. */
  private void clear() {
    uninstall("sluice");
    uninstall("sluice-crds");
    deleteDefinitions();
    // It stays when its release is uninstalled.
    kubectl(
        "delete --ignore-not-found validatingadmissionpolicies,validatingadmissionpolicybindings"
            + " sluice-gate");
  }

  /**
   * Deletes the definitions of the kinds of Sluice that are there. Each is served before: one that
   * the API server is still about to serve would be gone after five minutes only.
   */
  void deleteDefinitions() {
    for (ResourceDefinitionContext kind : DEFINED) {
      String name = Kinds.resource(kind);
      if (!kubectl("get --ignore-not-found -o name crd " + name).isBlank()) {
        Awaitility.await()
            .atMost(Patience.MOST)
            .until(() -> kubectl.run("get", "--raw", served(kind)).code() == 0);
        kubectl("delete crd " + name);
      }
    }
  }

  private static String served(ResourceDefinitionContext kind) {
    return "/apis/%s/%s?limit=1".formatted(Kinds.apiVersion(kind), kind.getPlural());
  }

  public DevServers servers() {
    return servers;
  }

  /** Runs a command as the manual writes it, beside the files of a release; it must succeed. */
  String run(String command) {
    String arguments =
        ReleaseFiles.inCommand(command.substring(command.indexOf(' ') + 1))
            .replace(" deploy/", " ../deploy/");
    return command.startsWith("helm ") ? helm.succeed(arguments.split(" ")) : kubectl(arguments);
  }

  /** Runs a command that must succeed. */
  String kubectl(String arguments) {
    Kubectl.Output output = kubectl.run(arguments.split(" "));
    if (output.code() != 0) {
      throw new AssertionError("kubectl " + arguments + ": " + output.output());
    }
    return output.output();
  }

  public Kubectl.Output apply(String yaml, String... options) {
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
    Helm.ProgramOutput output = tryToInstall("sluice", options);
    if (output.code() != 0) {
      throw new AssertionError(output.errors());
    }
  }

  /** Installs the chart as that release, or upgrades it, or tries to. */
  Helm.ProgramOutput tryToInstall(String release, String... options) {
    return helm.run(
        arguments(
            List.of(
                "upgrade",
                "--install",
                release,
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

  /** Deletes what kubectl has applied; the namespace stays, and with it what Helm knows. */
  void forgetKustomized() {
    kubectl(
        "delete --all -n "
            + NAMESPACE
            + " deployments,statefulsets,services,serviceaccounts,networkpolicies,"
            + "poddisruptionbudgets,roles,rolebindings");
    kubectl("delete --ignore-not-found clusterroles,clusterrolebindings sluice-beside");
    kubectl(
        "delete clusterroles,clusterrolebindings,validatingadmissionpolicies,"
            + "validatingadmissionpolicybindings -l app.kubernetes.io/part-of=sluice");
  }

  private static String[] arguments(List<String> first, String... options) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of("-n", NAMESPACE, "--create-namespace"));
    all.addAll(List.of(options));
    return all.toArray(String[]::new);
  }

  /** Starts a process as the installed Deployment does: its arguments, its ServiceAccount. */
  public WorkerJvm worker() {
    JsonNode container =
        ChartObjects.parse(kubectl("get deployment sluice -n " + NAMESPACE + " -o yaml"))
            .container();
    List<String> arguments =
        arguments(container).stream()
            .skip(1)
            .filter(argument -> !argument.startsWith("--health-port"))
            .toList();
    return WorkerJvm.start(
        accountKubeconfig(),
        servers.temporalTarget(),
        folder.resolve("worker.log"),
        arguments.toArray(String[]::new));
  }

  /**
   * Starts the image as a pod of the installed Deployment does, but for its port: a pod has all
   * ports to itself, here any free one is taken.
   */
  WorkerJvm pod(ImageRoot image) {
    JsonNode container =
        ChartObjects.parse(kubectl("get deployment sluice -n " + NAMESPACE + " -o yaml"))
            .container();
    Map<String, String> environment = new TreeMap<>();
    container
        .get("env")
        .forEach(entry -> environment.put(entry.get("name").asText(), value(entry)));
    environment.put("KUBERNETES_SERVICE_HOST", servers.hub().getHost());
    environment.put("KUBERNETES_SERVICE_PORT", Integer.toString(servers.hub().getPort()));
    mountAccount(image.root().resolve("var/run/secrets/kubernetes.io/serviceaccount"));
    return WorkerJvm.start(
        image.command(
            arguments(container).stream()
                .map(argument -> argument.replaceFirst("^--health-port=.*", "--health-port=0"))
                .toList()),
        image.environment(environment),
        folder.resolve("pod.log"));
  }

  /** Returns the value of a variable, those from the pod's fields included. */
  private static String value(JsonNode variable) {
    return switch (variable.at("/valueFrom/fieldRef/fieldPath").asText()) {
      case "metadata.name" -> "sluice-0";
      case "metadata.namespace" -> NAMESPACE;
      default -> variable.get("value").asText();
    };
  }

  private static List<String> arguments(JsonNode container) {
    return ChartObjects.texts(container.get("args")).stream()
        .map(argument -> argument.replace("$(POD_NAMESPACE)", NAMESPACE))
        .map(argument -> argument.replace("$(POD_NAME)", "sluice-0"))
        .toList();
  }

  /** Writes what a kubelet mounts. */
  private void mountAccount(Path target) {
    try {
      Files.createDirectories(target);
      Files.writeString(target.resolve("namespace"), NAMESPACE);
      Files.writeString(target.resolve("token"), token());
      Files.copy(
          servers.kubeconfig().resolveSibling("certs").resolve("apiserver.crt"),
          target.resolve("ca.crt"),
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String token() {
    return kubectl("create token sluice -n " + NAMESPACE).strip();
  }

  /** Writes a kubeconfig with a token of the ServiceAccount, as a pod has it. */
  private Path accountKubeconfig() {
    String token = token();
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
}
