package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerCommandsTest {
  private static final DataFolder FOLDER = new DataFolder(Path.of("/data"));
  private static final Ports PORTS = new Ports(2379, 2380, 6443, 10257, 7233, 7243, 7299, 8233);

  @Test
  void etcdListensOnTheLoopbackAddressOnly() {
    assertThat(command(Program.ETCD))
        .startsWith("/bin/etcd", "--data-dir", "/data/etcd")
        .containsSequence("--listen-client-urls", "http://127.0.0.1:2379")
        .containsSequence("--listen-peer-urls", "http://127.0.0.1:2380")
        .contains("--unsafe-no-fsync");
  }

  @Test
  void theApiServerChecksRightsAndWritesAnAuditLog() {
    assertThat(command(Program.KUBE_APISERVER))
        .containsSequence("--bind-address", "127.0.0.1", "--secure-port", "6443")
        .containsSequence("--etcd-servers", "http://127.0.0.1:2379")
        .containsSequence("--authorization-mode", "RBAC")
        .containsSequence("--audit-log-path", "/data/audit.log");
  }

  @Test
  void theControllerManagerOnlyRemovesThings() {
    List<String> command = command(Program.KUBE_CONTROLLER_MANAGER);

    assertThat(command)
        .containsSequence("--controllers", "garbage-collector-controller,namespace-controller")
        .containsSequence("--bind-address", "127.0.0.1", "--secure-port", "10257");
  }

  @Test
  void aFolderWithBlanksStaysOneArgument() {
    DataFolder folder = new DataFolder(Path.of("/my data"));

    assertThat(ServerCommands.of(Program.ETCD, Path.of("/bin/etcd"), folder, PORTS))
        .startsWith("/bin/etcd", "--data-dir", "/my data/etcd");
  }

  @Test
  void temporalKeepsItsDataAndIsTunedForOneShard() {
    assertThat(command(Program.TEMPORAL))
        .startsWith("/bin/temporal", "server", "start-dev", "--ip", "127.0.0.1", "--port", "7233")
        .containsSequence("--ui-ip", "127.0.0.1", "--ui-port", "8233")
        .containsSequence("--db-filename", "/data/temporal.db")
        .contains("history.transferProcessorMaxPollRPS=1000", "journal_mode=WAL");
  }

  private static List<String> command(Program program) {
    return ServerCommands.of(program, Path.of("/bin", program.file()), FOLDER, PORTS);
  }
}
