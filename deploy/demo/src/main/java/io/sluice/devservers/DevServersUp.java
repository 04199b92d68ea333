package io.sluice.devservers;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the servers and leaves them running. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description =
        "Start the servers on the loopback address, wait until they are ready, and set them up. Again: start what has ended.")
final class DevServersUp implements Callable<Integer> {
  @Mixin private DevServersFolder common;

  @Option(
      names = "--api-port",
      paramLabel = "<port>",
      description = "Of the hub's API. Default: as last time, else any free one.")
  private int apiPort;

  @Option(
      names = "--temporal-port",
      paramLabel = "<port>",
      description = "Of Temporal. Default: as last time, else any free one.")
  private int temporalPort;

  @Option(
      names = "--ui-port",
      paramLabel = "<port>",
      description = "Of Temporal's Web UI. Default: as last time, else any free one.")
  private int uiPort;

  @Override
  public Integer call() throws Exception {
    return common.run(this::up);
  }

  // The servers outlive this program, so nothing is closed.
  private int up() {
    long began = System.nanoTime();
    DevServers servers =
        DevServers.up(
            new DevServersOptions(common.path(), apiPort, temporalPort, uiPort), common.progress());
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
            Next: eval "$(./sluice devservers env%s)"
            """,
            (System.nanoTime() - began) / 1e9,
            servers.hub(),
            servers.kubeconfig(),
            servers.workerKubeconfig(),
            servers.temporalTarget(),
            servers.temporalNamespace(),
            servers.temporalUi(),
            servers.temporalNamespace(),
            common.flag());
    return DevServersFolder.OK;
  }
}
