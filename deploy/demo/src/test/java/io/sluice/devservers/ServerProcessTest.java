package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
  private static final Path TAIL = Path.of("/usr/bin/tail");

  private Process process;

  @BeforeEach
  void start() throws IOException {
    process = new ProcessBuilder(TAIL.toString(), "-f", "/dev/null").start();
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void aStartedProcessLivesUntilItIsStopped() {
    ServerProcess server = ServerProcess.of(process, TAIL);
    assertThat(server.lives()).isTrue();

    assertThat(server.stop(Duration.ofSeconds(10))).isTrue();

    assertThat(server.lives()).isFalse();
  }

  @Test
  void anotherProgramUnderTheSameIdIsLeftAlone() {
    ServerProcess other =
        new ServerProcess(
            process.pid(), ServerProcess.of(process, TAIL).started(), Path.of("/b/etcd"));

    assertThat(other.lives()).isFalse();
    other.kill();

    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void aLaterProcessUnderTheSameIdIsLeftAlone() {
    ServerProcess server = ServerProcess.of(process, TAIL);
    ServerProcess earlier =
        new ServerProcess(server.pid(), server.started().minusSeconds(60), TAIL);

    earlier.stop(Duration.ofSeconds(10));

    assertThat(process.isAlive()).isTrue();
  }
}
