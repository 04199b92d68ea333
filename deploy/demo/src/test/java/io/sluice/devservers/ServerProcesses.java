package io.sluice.devservers;

import java.time.Duration;

/** Reads what the processes of development servers have taken. */
public final class ServerProcesses {
  private ServerProcesses() {}

  static ServersState state(DevServers servers) {
    return ServersState.read(new DataFolder(servers.kubeconfig().getParent()).state())
        .orElseThrow();
  }

  /** Returns the version that a server's program prints. */
  public static String version(DevServers servers, Program program) {
    ServerProcess process = state(servers).servers().get(program);
    return ProgramVersion.ask(program, process.binary()).toString();
  }

  /** Returns the processor time of a server so far. */
  public static Duration processorTime(DevServers servers, Program program) {
    return ProcessHandle.of(state(servers).servers().get(program).pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }
}
