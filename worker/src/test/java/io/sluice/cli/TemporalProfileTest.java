package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporalProfileTest {
  @TempDir private Path folder;

  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void write() throws IOException {
    Path file = folder.resolve("temporal.toml");
    Files.writeString(
        file, "[profile.default]\naddress = \"file:7233\"\nnamespace = \"of-file\"\n");
    environment.put("TEMPORAL_CONFIG_FILE", file.toString());
  }

  @Test
  void aFlagBeatsTheEnvironmentWhichBeatsTheFile() {
    assertThat(target(Optional.empty())).isEqualTo("file:7233");
    environment.put("TEMPORAL_ADDRESS", "environment:7233");
    assertThat(target(Optional.empty())).isEqualTo("environment:7233");
    assertThat(target(Optional.of("flag:7233"))).isEqualTo("flag:7233");
  }

  @Test
  void theNamespaceIsSluiceUnlessAnotherIsNamed() {
    assertThat(namespace(Optional.empty())).isEqualTo("of-file");
    assertThat(namespace(Optional.of("said"))).isEqualTo("said");
    environment.put("TEMPORAL_CONFIG_FILE", folder.resolve("none.toml").toString());
    assertThat(namespace(Optional.empty())).isEqualTo("sluice");
    assertThat(target(Optional.empty())).isEqualTo("127.0.0.1:7233");
  }

  @Test
  void aProfileThatThereIsNotIsSaid() {
    environment.put("TEMPORAL_PROFILE", "prod");
    assertThatThrownBy(() -> namespace(Optional.empty()))
        .isInstanceOf(CliFailure.class)
        .hasMessageStartingWith("Cannot read the Temporal profile: ")
        .hasMessageContaining("prod");
  }

  private String target(Optional<String> flag) {
    return TemporalProfile.of(flag, Optional.empty(), environment).service().getTarget();
  }

  private String namespace(Optional<String> flag) {
    return TemporalProfile.of(Optional.empty(), flag, environment).namespace();
  }
}
