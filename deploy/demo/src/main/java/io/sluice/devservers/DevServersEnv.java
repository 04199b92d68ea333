package io.sluice.devservers;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints shell variables that point clients to the servers. */
@Command(
    name = "env",
    mixinStandardHelpOptions = true,
    description = "Print exports for the shell: eval \"$$(./sluice devservers env)\"")
final class DevServersEnv implements Callable<Integer> {
  @Mixin private DevServersFolder common;

  @Override
  public Integer call() throws Exception {
    return common.withServers(this::print);
  }

  private int print(DevServers servers) {
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
            "These servers are not ready: %s. Run ./sluice devservers status."
                .formatted(String.join(", ", bad)));
    return DevServersFolder.PROBLEM;
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

  // At the end: what the user has comes first.
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
