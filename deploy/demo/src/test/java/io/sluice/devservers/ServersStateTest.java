package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServersStateTest {
  private static final Ports PORTS = new Ports(1, 2, 3, 4, 5, 6, 7, 8);

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadBack() {
    Path file = folder.resolve("state.json");
    ServersState state =
        new ServersState(PORTS, Map.of())
            .with(
                Program.TEMPORAL,
                new ServerProcess(
                    42, Instant.parse("2026-01-02T03:04:05.670Z"), Path.of("/b/temporal")));

    state.write(file);

    assertThat(ServersState.read(file)).hasValue(state);
  }

  @Test
  void withoutAFileNothingWasStarted() {
    assertThat(ServersState.read(folder.resolve("state.json"))).isEmpty();
  }

  @Test
  void aBrokenFileIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("state.json"), "{\"ports\":");

    assertThatThrownBy(() -> ServersState.read(file))
        .isInstanceOf(DevServersException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void portsThatClientsKnowOutliveAStop() {
    Ports fresh = new Ports(11, 12, 13, 14, 15, 16, 17, 18);

    assertThat(fresh.withPublic(PORTS)).isEqualTo(new Ports(11, 12, 3, 14, 5, 16, 17, 8));
  }

  @Test
  void aPortThatTheUserNamesWins() {
    DevServersOptions wanted = new DevServersOptions(folder, 6443, 7233, 0);

    assertThat(PORTS.with(wanted)).isEqualTo(new Ports(1, 2, 6443, 4, 7233, 6, 7, 8));
  }
}
