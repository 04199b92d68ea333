package io.sluice.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiKeyFileTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("key"), "first\n");
  }

  @Test
  void aChangedFileIsReadAgain() throws IOException {
    ApiKeyFile key = ApiKeyFile.of(file);
    assertThat(key.supply()).isEqualTo("first");
    Files.writeString(file, "second\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(key.supply()).isEqualTo("second");
  }

  @Test
  void theLastKeyIsUsedWhileThereIsNoFile() throws IOException {
    ApiKeyFile key = ApiKeyFile.of(file);
    Files.delete(file);
    assertThat(key.supply()).isEqualTo("first");
    Files.writeString(file, "second");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(key.supply()).isEqualTo("second");
  }

  @Test
  void aFileWithoutAKeyIsNamed() throws IOException {
    Files.writeString(file, " \n");
    assertThatThrownBy(() -> ApiKeyFile.of(file))
        .hasMessage(
            "Cannot read the API key for Temporal from %s: it is empty. Correct temporal.apiKeyFile."
                .formatted(file));
    assertThatThrownBy(() -> ApiKeyFile.of(folder.resolve("none")))
        .hasMessageContaining("there is no file");
  }

  @Test
  void anApiKeyTurnsTlsOn() throws IOException {
    Path profile = Files.writeString(folder.resolve("temporal.toml"), "[profile.default]\n");
    Map<String, String> environment = Map.of("TEMPORAL_CONFIG_FILE", profile.toString());
    assertThat(
            TemporalProfile.of(TestTemporalSettings.ofKeyFile(file), environment)
                .service()
                .getEnableHttps())
        .isTrue();
  }
}
