package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessesTest {
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
    ProcessIdentity running = Processes.of(process, TAIL);
    assertThat(Processes.lives(running)).isTrue();

    assertThat(Processes.stop(running, Duration.ofSeconds(10))).isTrue();

    assertThat(Processes.lives(running)).isFalse();
  }

  @Test
  void anotherProgramUnderTheSameIdIsLeftAlone() {
    ProcessIdentity other =
        new ProcessIdentity(
            process.pid(), Processes.of(process, TAIL).started(), Path.of("/b/etcd"));

    assertThat(Processes.lives(other)).isFalse();
    Processes.kill(other);

    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void aLaterProcessUnderTheSameIdIsLeftAlone() {
    ProcessIdentity running = Processes.of(process, TAIL);
    ProcessIdentity earlier =
        new ProcessIdentity(running.pid(), running.started().minusSeconds(60), TAIL);

    Processes.stop(earlier, Duration.ofSeconds(10));

    assertThat(process.isAlive()).isTrue();
  }
}
