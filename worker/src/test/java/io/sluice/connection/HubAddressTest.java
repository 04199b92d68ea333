package io.sluice.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class HubAddressTest {
  @TempDir private Path folder;

  @Test
  void allMissingCertificateFilesAreSaid() throws IOException {
    Path file =
        kubeconfig(
            "x",
            "certificate-authority: /nowhere/ca.crt",
            "{client-certificate: /nowhere/c.crt, client-key: /nowhere/c.key}");
    assertThatThrownBy(() -> of(file))
        .hasMessage(
            "Cannot use kubeconfig %s: certificate-authority is /nowhere/ca.crt, which does not exist; client-certificate is /nowhere/c.crt, which does not exist; client-key is /nowhere/c.key, which does not exist. Correct the paths."
                .formatted(file));
  }

  @Test
  void aCertificateThatIsNoneIsSaid() throws IOException {
    Path none = Files.writeString(folder.resolve("client.pem"), "no certificate");
    Path file =
        kubeconfig(
            "x",
            "insecure-skip-tls-verify: true",
            "{client-certificate: %s, client-key: %s}".formatted(none, none));
    assertThatThrownBy(() -> of(file))
        .hasMessageStartingWith(
            "Cannot use kubeconfig %s: its certificates or its key cannot be read ("
                .formatted(file));
  }

  @Test
  void aContextThatThereIsNotIsSaid() throws IOException {
    Path file = kubeconfig("other", "insecure-skip-tls-verify: true", "{token: t}");
    assertThatThrownBy(() -> of(file))
        .hasMessage(
            "Cannot use kubeconfig %s: it has no current context, or none of that name. Choose one with kubectl config use-context."
                .formatted(file));
  }

  @Test
  void aWrongKubeconfigDoesNotHideAWrongTemporalProfile() {
    assertThatThrownBy(
            () ->
                Servers.read(
                    () ->
                        TemporalProfile.of(
                            TestTemporalSettings.of(Optional.empty(), Optional.empty()),
                            Map.of("TEMPORAL_CONFIG_FILE", "/nowhere/temporal.toml")),
                    () ->
                        HubAddress.of(
                            Optional.empty(), Optional.of(Path.of("/nowhere/config")), Map.of())))
        .hasMessageContaining("Cannot read the Temporal profile: ")
        .hasMessageContaining("Cannot read kubeconfig /nowhere/config: there is no such file.");
  }

  @Test
  void aFolderIsNoKubeconfig() {
    assertThatThrownBy(() -> of(folder)).hasMessageStartingWith("Cannot read kubeconfig " + folder);
  }

  @ParameterizedTest
  @CsvSource({
    "hub, it is no address",
    "http://hub:99999, port 99999 is not from 1 to 65535",
    "http://hub:abc, 'it has no host, or a port that is no number'",
    "https://, it is no address",
  })
  void aWrongAddressIsExplained(String url, String problem) {
    assertThatThrownBy(() -> new HubUrlConverter().convert(url))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage(problem + ". Write it as http://127.0.0.1:16443.");
  }

  @Test
  void aRightAddressIsTaken() {
    assertThat(new HubUrlConverter().convert("https://hub:6443")).isEqualTo("https://hub:6443");
    assertThat(new TemporalAddress().convert("temporal:7233")).isEqualTo("temporal:7233");
    assertThat(new TemporalAddress().convert("[::1]:7233")).isEqualTo("[::1]:7233");
  }

  @ParameterizedTest
  @CsvSource({
    "temporal, it names no port",
    "temporal:, it names no port",
    "temporal:99999, port 99999 is no number from 1 to 65535",
    "temporal:grpc, port grpc is no number from 1 to 65535",
    "https://temporal:7233, it is a URL",
  })
  void aWrongAddressOfTemporalIsExplained(String address, String problem) {
    assertThatThrownBy(() -> new TemporalAddress().convert(address))
        .hasMessage(problem + ". Write HOST:PORT, such as temporal.example.com:7233.");
  }

  private void of(Path file) {
    HubAddress.of(Optional.empty(), Optional.of(file), Map.of());
  }

  private Path kubeconfig(String current, String cluster, String user) throws IOException {
    return Files.writeString(
        folder.resolve("config"),
        """
        apiVersion: v1
        kind: Config
        current-context: %s
        clusters: [{name: c, cluster: {server: "https://127.0.0.1:6443", %s}}]
        users: [{name: u, user: %s}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        """
            .formatted(current, cluster, user));
  }
}
