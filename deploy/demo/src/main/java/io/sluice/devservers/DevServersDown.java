package io.sluice.devservers;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Stops the servers that were started; data stay. */
@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    description = "Stop the servers that up started. Their data stay.")
final class DevServersDown implements Callable<Integer> {
  @Mixin private DevServersFolder common;

  @Override
  public Integer call() throws Exception {
    return common.run(
        () -> {
          Optional<DevServers> servers = common.servers();
          if (servers.isEmpty()) {
            return common.neverStarted();
          }
          servers.get().down();
          return DevServersFolder.OK;
        });
  }
}
