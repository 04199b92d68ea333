package io.sluice.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
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
  void theNamespaceIsSluiceUnlessAnotherIsNamed() throws IOException {
    assertThat(namespace(Optional.empty())).isEqualTo("of-file");
    assertThat(namespace(Optional.of("said"))).isEqualTo("said");
    environment.put("TEMPORAL_CONFIG_FILE", empty().toString());
    assertThat(namespace(Optional.empty())).isEqualTo("sluice");
    assertThat(target(Optional.empty())).isEqualTo("127.0.0.1:7233");
  }

  @Test
  void aProfileThatThereIsNotIsSaid() {
    environment.put("TEMPORAL_PROFILE", "prod");
    assertThatThrownBy(() -> namespace(Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot read the Temporal profile: ")
        .hasMessageContaining("prod");
  }

  @Test
  void aFileThatIsNamedAndMissingIsSaid() {
    environment.put("TEMPORAL_CONFIG_FILE", "/nowhere/temporal.toml");
    assertThatThrownBy(() -> namespace(Optional.empty()))
        .hasMessage(
            "Cannot read the Temporal profile: TEMPORAL_CONFIG_FILE is /nowhere/temporal.toml,"
                + " which does not exist. Correct or unset it.");
  }

  @Test
  void aFileWithoutAProfileIsSaid() throws IOException {
    Path file = Files.writeString(folder.resolve("none.toml"), "");
    environment.put("TEMPORAL_CONFIG_FILE", file.toString());
    assertThatThrownBy(() -> namespace(Optional.empty()))
        .hasMessageStartingWith("Cannot read the Temporal profile: the file has no [profile.…]. ");
  }

  @Test
  void allMissingFilesOfTlsAreSaid() {
    environment.put("TEMPORAL_TLS_CLIENT_CERT_PATH", "/nowhere/c.pem");
    environment.put("TEMPORAL_TLS_CLIENT_KEY_PATH", "/nowhere/k.pem");
    assertThatThrownBy(() -> namespace(Optional.empty()))
        .hasMessage(
            "Cannot use the TLS settings of Temporal: client certificate is /nowhere/c.pem, which"
                + " does not exist; client key is /nowhere/k.pem, which does not exist."
                + " Correct temporal.tls, TEMPORAL_TLS_… or temporal.toml.");
  }

  @Test
  void aCertificateWithoutItsKeyIsSaid() throws IOException {
    environment.put("TEMPORAL_TLS_CLIENT_CERT_PATH", empty().toString());
    assertThatThrownBy(() -> namespace(Optional.empty()))
        .hasMessageStartingWith(
            "Cannot use the TLS settings of Temporal: they name a client certificate without a"
                + " client key.");
  }

  @Test
  void anAddressWithoutAPortIsSaid() {
    environment.put("TEMPORAL_ADDRESS", "temporal");
    assertThatThrownBy(() -> target(Optional.empty()))
        .hasMessage(
            "Cannot use the address temporal of TEMPORAL_ADDRESS or temporal.toml: it names no"
                + " port. Write HOST:PORT, such as temporal.example.com:7233.");
  }

  @Test
  void aFileOfPayloadKeysIsReadAndABadOneIsNamedWithoutItsKeys() throws IOException {
    Path keys =
        Files.writeString(
            folder.resolve("keys"), "one " + Base64.getEncoder().encodeToString(new byte[32]));
    assertThat(PayloadKeyFile.read(Optional.of(keys))).hasToString("one");
    assertThat(PayloadKeyFile.read(Optional.empty()).encrypt()).isFalse();
    Files.writeString(keys, "one c2VjcmV0");
    assertThatThrownBy(() -> PayloadKeyFile.read(Optional.of(keys)))
        .hasMessage(
            "Cannot read the payload keys from %s: line 1: the key one has 6 bytes, and AES-256 takes 32. Write a line such as: 2026-11 $(openssl rand -base64 32)."
                .formatted(keys));
    assertThatThrownBy(() -> PayloadKeyFile.read(Optional.of(folder.resolve("none"))))
        .hasMessageContaining("there is no file")
        .hasMessageEndingWith("Correct payloads.keyFile.");
  }

  private Path empty() throws IOException {
    return Files.writeString(folder.resolve("empty.toml"), "[profile.default]\n");
  }

  private String target(Optional<String> flag) {
    return TemporalProfile.of(TestTemporalSettings.of(flag, Optional.empty()), environment)
        .service()
        .getTarget();
  }

  private String namespace(Optional<String> flag) {
    return TemporalProfile.of(TestTemporalSettings.of(Optional.empty(), flag), environment)
        .namespace();
  }
}
