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
    assertThat(EtcdCommand.of(binary(Program.ETCD), FOLDER, PORTS))
        .startsWith("/bin/etcd", "--data-dir", "/data/etcd")
        .containsSequence("--listen-client-urls", "http://127.0.0.1:2379")
        .containsSequence("--listen-peer-urls", "http://127.0.0.1:2380")
        .contains("--unsafe-no-fsync");
  }

  @Test
  void theApiServerChecksRightsAndWritesAnAuditLog() {
    assertThat(ApiServerCommand.of(binary(Program.KUBE_APISERVER), FOLDER, PORTS))
        .containsSequence("--bind-address", "127.0.0.1", "--secure-port", "6443")
        .containsSequence("--etcd-servers", "http://127.0.0.1:2379")
        .containsSequence("--authorization-mode", "RBAC")
        .containsSequence("--audit-log-path", "/data/audit.log");
  }

  @Test
  void theControllerManagerOnlyRemovesThings() {
    List<String> command =
        ControllerManagerCommand.of(binary(Program.KUBE_CONTROLLER_MANAGER), FOLDER, PORTS);

    assertThat(command)
        .containsSequence("--controllers", "garbage-collector-controller,namespace-controller")
        .containsSequence("--bind-address", "127.0.0.1", "--secure-port", "10257");
  }

  @Test
  void temporalKeepsItsDataAndIsTunedForOneShard() {
    assertThat(TemporalServerCommand.of(binary(Program.TEMPORAL), FOLDER, PORTS))
        .startsWith("/bin/temporal", "server", "start-dev", "--ip", "127.0.0.1", "--port", "7233")
        .containsSequence("--ui-ip", "127.0.0.1", "--ui-port", "8233")
        .containsSequence("--db-filename", "/data/temporal.db")
        .contains("history.transferProcessorMaxPollRPS=1000", "journal_mode=WAL");
  }

  private static Binary binary(Program program) {
    return new Binary(program, Path.of("/bin", program.file()), program.floor(), "test");
  }
}
