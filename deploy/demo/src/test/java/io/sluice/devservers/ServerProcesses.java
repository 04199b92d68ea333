package io.sluice.devservers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** Returns the memory that a server has resident now, in MiB. */
  public static long residentMebibytes(DevServers servers, Program program) throws IOException {
    long pid = state(servers).servers().get(program).pid();
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the size of etcd's database, in MiB. */
  public static long databaseMebibytes(DevServers servers) throws IOException {
    Path etcd = new DataFolder(servers.kubeconfig().getParent()).etcd();
    return Files.size(etcd.resolve("member/snap/db")) >> 20;
  }
}
