package io.sluice.connection;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            "Cannot use kubeconfig %s: it has no current context, or none of that name. Name one with --context, or choose one with kubectl config use-context."
                .formatted(file));
  }

  @Test
  void anEmptyKubeconfigIsSaid() throws IOException {
    for (String nothing : List.of("", "# nothing\n")) {
      Path file = Files.writeString(folder.resolve("empty"), nothing);
      assertThatThrownBy(() -> of(file))
          .hasMessage(
              "Cannot read kubeconfig %s: it is empty. Correct --kubeconfig.".formatted(file));
    }
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
                            Optional.empty(),
                            Optional.of(Path.of("/nowhere/config")),
                            KubeconfigChoice.NONE,
                            Map.of())))
        .hasMessageContaining("Cannot read the Temporal profile: ")
        .hasMessageContaining("Cannot read kubeconfig /nowhere/config: there is no such file.");
  }

  @Test
  void aFolderIsNoKubeconfig() {
    assertThatThrownBy(() -> of(folder)).hasMessageStartingWith("Cannot read kubeconfig " + folder);
  }

  private void of(Path file) {
    HubAddress.of(Optional.empty(), Optional.of(file), KubeconfigChoice.NONE, Map.of());
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
