package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigTest {
  private static final byte[] CERTIFICATE = "certificate".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;

  @Test
  void eachContextIsAUserOfItsOwn() {
    Config admin = read(Kubeconfig.ADMIN_CONTEXT);
    Config worker = read(Kubeconfig.WORKER_CONTEXT);

    assertThat(admin.getMasterUrl()).startsWith("https://127.0.0.1:6443");
    assertThat(admin.getCaCertData()).isEqualTo("Y2VydGlmaWNhdGU=");
    assertThat(admin.getAutoOAuthToken()).isEqualTo("00112233445566778899aabbccddeeff");
    assertThat(worker.getAutoOAuthToken()).isEqualTo("7");
  }

  @Test
  void tokensAndKeysAreMadeOnceAndForTheirOwnerOnly() throws IOException {
    DataFolder data = new DataFolder(folder);
    Credentials first = Credentials.prepare(data);

    assertThat(Credentials.prepare(data)).isEqualTo(first);
    assertThat(first.adminToken()).hasSize(32).isNotEqualTo(first.workerToken());
    assertThat(Files.readString(data.tokens()))
        .contains(",admin,admin,system:masters\n")
        .contains(",sluice,sluice,\"sluice-workers\"\n");
    assertThat(Files.getPosixFilePermissions(data.tokens())).hasSize(2);
    assertThat(Files.readString(data.auditPolicy())).startsWith("apiVersion:");
  }

  @Test
  void anAuditPolicyThatIsThereIsKept() throws IOException {
    DataFolder data = new DataFolder(folder);
    Files.writeString(data.auditPolicy(), "of somebody");
    Credentials.prepare(data);

    assertThat(data.auditPolicy()).hasContent("of somebody");
  }

  private static Config read(String context) {
    // A token of digits only must stay a text.
    Credentials credentials = new Credentials("00112233445566778899aabbccddeeff", "7");
    return Config.fromKubeconfig(Kubeconfig.text(context, 6443, CERTIFICATE, credentials));
  }
}
