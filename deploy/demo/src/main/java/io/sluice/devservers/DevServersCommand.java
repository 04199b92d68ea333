package io.sluice.devservers;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs real servers on this machine: a hub, and Temporal with its Web UI. */
@Command(
    name = "devservers",
    mixinStandardHelpOptions = true,
    description = "Run a real hub and a real Temporal server on this machine.",
    subcommands = {DevServersUp.class, DevServersEnv.class})
public final class DevServersCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: install, up, down, status or env.");
  }

  @Command(
      name = "install",
      mixinStandardHelpOptions = true,
      description =
          "Take the programs from SLUICE_DEVSERVERS_BIN or PATH; build those missing with Go. Stopped half-way, it goes on where it was.")
  int install(
      @Mixin DevServersFolder common,
      @Parameters(
              arity = "0..*",
              paramLabel = "<program>",
              description =
                  "Only these: etcd, kube-apiserver, kube-controller-manager, kubectl, temporal.")
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
}
