package io.sluice.hub.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds the caches of a large hub to the memory that docs/worker.md names. */
@Tag("nightly")
@Timeout(300)
class LargeHubTest {
  @Test
  void tenThousandClustersFit64Mebibytes() throws Exception {
    assertThat(run("64m", "clusters", "10000", "reduced")).contains("kept 10000");
  }

  /** Otherwise the limit would prove nothing. */
  @Test
  void readWholeTheyDoNot() throws Exception {
    assertThat(run("64m", "clusters", "10000", "whole")).contains("OutOfMemoryError");
  }

  @Test
  void fiftyThousandReplicasFit144Mebibytes() throws Exception {
    assertThat(run("144m", "replicas", "50000", "reduced", "2")).contains("kept 50000");
  }

  /** As many as a spoke keeps on each template. */
  @Test
  void fiftyThousandReplicasWithTenReportsOnEachTemplateFit176Mebibytes() throws Exception {
    assertThat(run("176m", "replicas", "50000", "reduced", "10")).contains("kept 50000");
  }

  private static String run(String heap, String... arguments) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heap,
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            LargeHub.class.getName());
    builder.command().addAll(List.of(arguments));
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
