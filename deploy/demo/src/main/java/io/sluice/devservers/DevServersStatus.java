package io.sluice.devservers;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tells how each server is doing. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Ask each server how it is. Exit code 1 unless all of them are ready.")
final class DevServersStatus implements Callable<Integer> {
  @Mixin private DevServersFolder common;

  @Override
  public Integer call() throws Exception {
    return common.run(
        () -> {
          Optional<DevServers> servers = common.servers();
          return servers.isPresent() ? show(servers.get().status()) : common.neverStarted();
        });
  }

  private int show(List<ServerStatus> all) {
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
  }
}
