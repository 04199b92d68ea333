package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the container image that {@code -Dsluice.image} names as a pod does: in its own root, which
 * cannot be written, as its user, with the token of the ServiceAccount.
 */
@Timeout(Patience.TEST)
class ImageIT {
  private static final long LARGEST = 190_000_000;

  @TempDir static Path folder;

  private static ImageRoot image;

  @BeforeAll
  static void unpack() {
    image =
        ImageRoot.unpack(
            Path.of(System.getProperty("sluice.image")).toAbsolutePath(), folder.resolve("root"));
  }

  @Test
  void itIsSmallAndItsUserIsNotRoot() {
    System.out.printf("FIGURE image: %d bytes unpacked%n", image.size());
    assertThat(image.size()).isLessThan(LARGEST);
    assertThat(image.user()).isEqualTo("65532:65532");
  }

  /** That of a release has no archive of the classes: no two images with one would be the same. */
  @Test
  void itPrintsItsVersionAndStartsFromTheArchiveOfItsClassesIfItHasOne() {
    assertThat(image.output(Map.of(), "--version"))
        .matches("sluice \\d\\S+ \\(commit [0-9a-f]+.*\\)\\s+");
    if (!Files.exists(image.root().resolve("app/classes.jsa"))) {
      return;
    }
    assertThat(image.output(Map.of("JDK_JAVA_OPTIONS", "-Xshare:on -Xlog:class+load"), "--version"))
        .contains("io.sluice.tools.cli.Cli source: shared objects file");
  }

  @Test
  void itHasCertificatesTimeZonesAndTheNamesOfItsPackages() throws IOException {
    assertThat(Files.readString(image.root().resolve("etc/ssl/certs/ca-certificates.crt")))
        .contains("-----BEGIN CERTIFICATE-----");
    assertThat(image.root().resolve("opt/java/lib/security/cacerts")).isNotEmptyFile();
    assertThat(image.root().resolve("usr/share/zoneinfo/Europe/Berlin")).isNotEmptyFile();
    assertThat(Files.readString(image.root().resolve("usr/share/doc/sluice/packages")))
        .contains("libc6_", "zlib1g_", "ca-certificates_", "tzdata_");
  }

  @Test
  void aWrongCommandIsRefusedAsEverywhere() {
    assertThatThrownBy(() -> image.output(Map.of(), "wrker")).hasMessageContaining("worker");
  }

  @Test
  void itPlaysARolloutWithTheRightsOfItsServiceAccount() {
    ChartHub hub = ChartHub.get();
    assertThat(hub.installDefinitions().code()).isZero();
    hub.install("--set", "extraArgs={--soak-floor=1s}");
    try (WorkerJvm worker = hub.pod(image)) {
      Awaitility.await().atMost(WorkerJvm.START).until(worker::leads);
      assertThat(worker.output()).contains("Mode Beside");
      ChartRollout.play(hub.servers());
      System.out.printf("FIGURE image: %d MiB resident%n", worker.residentMebibytes());
      assertThat(worker.residentMebibytes()).isLessThan(512);
    }
  }
}
