package io.sluice.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chooses as kubectl does with --context, --cluster and --user. */
class KubeconfigReaderTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file =
        Files.writeString(
            folder.resolve("config"),
            """
            apiVersion: v1
            kind: Config
            current-context: dev
            clusters:
              - {name: dev, cluster: {server: "https://dev:6443"}}
              - {name: prod, cluster: {server: "https://prod:6443"}}
            users:
              - {name: ann, user: {token: t-ann}}
              - {name: bob, user: {token: t-bob}}
            contexts:
              - {name: dev, context: {cluster: dev, user: ann, namespace: policies}}
              - {name: prod, context: {cluster: prod, user: bob, namespace: live}}
            """);
  }

  @Test
  void aContextIsTakenAsAWhole() {
    assertThat(read("prod", null, null))
        .returns("https://prod:6443/", Config::getMasterUrl)
        .returns("t-bob", Config::getAutoOAuthToken)
        .returns("live", Config::getNamespace)
        .returns("prod", config -> config.getCurrentContext().getName());
  }

  @Test
  void aClusterAndAUserReplaceThoseOfTheContext() {
    assertThat(read(null, "prod", null))
        .returns("https://prod:6443/", Config::getMasterUrl)
        .returns("t-ann", Config::getAutoOAuthToken)
        .returns("policies", Config::getNamespace);
    assertThat(read("prod", null, "ann"))
        .returns("https://prod:6443/", Config::getMasterUrl)
        .returns("t-ann", Config::getAutoOAuthToken)
        .returns("ann", config -> config.getCurrentContext().getContext().getUser());
  }

  @Test
  void contextsOfAllFilesCount() throws IOException {
    Path more =
        Files.writeString(
            folder.resolve("more"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: edge, cluster: {server: "https://edge:6443"}}]
            contexts: [{name: edge, context: {cluster: edge, user: bob}}]
            """);

    assertThat(
            KubeconfigReader.read(
                List.of(file, more),
                new KubeconfigChoice(Optional.of("edge"), Optional.empty(), Optional.empty())))
        .returns("https://edge:6443/", Config::getMasterUrl)
        .returns("t-bob", Config::getAutoOAuthToken);
  }

  @Test
  void whatIsNotThereIsSaidWithWhatIs() {
    assertThatThrownBy(() -> read("stage", null, null))
        .hasMessage(
            "Cannot use context stage: kubeconfig %s has none of that name. Name one of these with --context: dev, prod."
                .formatted(file));
    assertThatThrownBy(() -> read(null, null, "eve"))
        .hasMessage(
            "Cannot use user eve: kubeconfig %s has none of that name. Name one of these with --user: ann, bob."
                .formatted(file));
  }

  private Config read(String context, String cluster, String user) {
    return HubAddress.of(
        Optional.empty(),
        Optional.of(file),
        new KubeconfigChoice(
            Optional.ofNullable(context), Optional.ofNullable(cluster), Optional.ofNullable(user)),
        Map.of());
  }
}
