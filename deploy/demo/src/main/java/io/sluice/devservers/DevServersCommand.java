package io.sluice.devservers;

import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.PortConverter;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs real servers on this machine: a hub, and Temporal with its Web UI. */
@Command(
    name = "devservers",
    mixinStandardHelpOptions = true,
    description = "Run a real hub and a real Temporal server on this machine.")
public final class DevServersCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Cannot run devservers: no command is given. Use install, up, down, status or env.");
  }

  @Command(
      name = "install",
      mixinStandardHelpOptions = true,
      description =
          "Take the programs from SLUICE_DEVSERVERS_BIN or PATH; build those missing with Go."
              + " Stopped half-way, it goes on where it was.")
  int install(
      @Mixin DevServersFolder common,
      @Parameters(
              arity = "0..*",
              paramLabel = "<program>",
              description =
                  "Only these: etcd, kube-apiserver, kube-controller-manager, kubectl, helm,"
                      + " promtool, temporal.")
          List<String> only)
      throws Exception {
    List<Program> wanted =
        only == null ? List.of(Program.values()) : only.stream().map(this::program).toList();
    return common.run(
        () -> {
          new Installation(System.getenv(), common.progress()).install(wanted);
          return DevServersFolder.OK;
        });
  }

  private Program program(String name) {
    return Arrays.stream(Program.values())
        .filter(program -> program.file().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine().getSubcommands().get("install"),
                    "Cannot install %s: no such program. Choose from %s."
                        .formatted(name, Arrays.toString(Program.values()))));
  }

  @Command(
      name = "down",
      mixinStandardHelpOptions = true,
      description = "Stop the servers that up started. Their data stay.")
  int down(@Mixin DevServersFolder common) throws Exception {
    return common.withServers(
        servers -> {
          servers.down();
          return DevServersFolder.OK;
        });
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Ask each server how it is. Exit code 1 unless all of them are ready.")
  int status(@Mixin DevServersFolder common) throws Exception {
    return common.withServers(
        servers -> {
          List<ServerStatus> all = servers.status();
          for (ServerStatus server : all) {
            common
                .out()
                .printf(
                    "%-24s %-8s %s%n",
                    server.program(),
                    server.condition().name().toLowerCase(Locale.ROOT),
                    server.details());
          }
          return all.stream().allMatch(ServerStatus::good)
              ? DevServersFolder.OK
              : DevServersFolder.PROBLEM;
        });
  }

  // The servers outlive this program, so nothing is closed.
  @Command(
      name = "up",
      mixinStandardHelpOptions = true,
      description =
          "Start the servers on the loopback address, wait until they are ready, and set them up."
              + " Again: start what has ended.")
  int up(
      @Mixin DevServersFolder common,
      @Option(
              names = "--api-port",
              paramLabel = "<port>",
              converter = PortConverter.class,
              description = "Of the hub's API. Default: as last time, else any free one.")
          int apiPort,
      @Option(
              names = "--temporal-port",
              paramLabel = "<port>",
              converter = PortConverter.class,
              description = "Of Temporal. Default: as last time, else any free one.")
          int temporalPort,
      @Option(
              names = "--ui-port",
              paramLabel = "<port>",
              converter = PortConverter.class,
              description = "Of Temporal's Web UI. Default: as last time, else any free one.")
          int uiPort)
      throws Exception {
    return common.run(
        () -> {
          long began = System.nanoTime();
          DevServers servers =
              DevServers.up(
                  new DevServersOptions(common.path(), apiPort, temporalPort, uiPort),
                  common.progress());
          common
              .out()
              .printf(
                  """
                  The development servers are up (%.1f s).
                    hub         %s
                    kubeconfig  %s
                    as worker   %s
                    Temporal    %s, namespace %s
                    Web UI      %s/namespaces/%s/workflows
                  Next: eval "$(%s devservers env%s)"
                  """,
                  (System.nanoTime() - began) / 1e9,
                  servers.hub(),
                  servers.kubeconfig(),
                  servers.workerKubeconfig(),
                  servers.temporalTarget(),
                  servers.temporalNamespace(),
                  servers.temporalUi(),
                  servers.temporalNamespace(),
                  CommandWriter.program(),
                  common.flag());
          return DevServersFolder.OK;
        });
  }

  @Command(
      name = "env",
      mixinStandardHelpOptions = true,
      description = "Print exports for the shell: eval \"$$(./sluice devservers env)\"")
  int env(@Mixin DevServersFolder common) throws Exception {
    return common.withServers(
        servers -> {
          variables(servers)
              .forEach((name, value) -> common.out().printf("export %s=%s%n", name, quoted(value)));
          String folders = notOnPath(servers.programFolders());
          if (!folders.isEmpty()) {
            common.out().printf("export PATH=\"$PATH\":%s%n", quoted(folders));
          }
          List<String> bad =
              servers.status().stream()
                  .filter(server -> !server.good())
                  .map(server -> server.program().file())
                  .toList();
          if (bad.isEmpty()) {
            return DevServersFolder.OK;
          }
          common
              .err()
              .println(
                  "These servers are not ready: %s. Run: %s"
                      .formatted(
                          String.join(", ", bad), CommandWriter.local("devservers", "status")));
          return DevServersFolder.PROBLEM;
        });
  }

  private static Map<String, String> variables(DevServers servers) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("KUBECONFIG", servers.kubeconfig().toString());
    variables.put("TEMPORAL_ADDRESS", servers.temporalTarget());
    variables.put("TEMPORAL_NAMESPACE", servers.temporalNamespace());
    variables.put("SLUICE_TEMPORAL_UI", servers.temporalUi().toString());
    variables.put("SLUICE_WORKER_KUBECONFIG", servers.workerKubeconfig().toString());
    variables.put("SLUICE_AUDIT_LOG", servers.auditLog().toString());
    return variables;
  }

  // Appended to PATH, so that programs that the user has come first.
  private static String notOnPath(List<Path> folders) {
    List<String> path =
        Arrays.asList(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
    return folders.stream()
        .map(Path::toString)
        .filter(folder -> !path.contains(folder))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'";
  }
}
