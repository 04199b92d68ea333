package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubClient;
import io.sluice.simulator.api.EmbeddedHub;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures what a look at a rollout costs: through the launcher, with its archive of classes. */
class StatusCostIT {
  /** The goal on a machine without other work is 0.8 s; a busy one takes up to twice as much. */
  private static final double MOST_SECONDS = 1.6;

  private static final int ROUNDS = 3;

  /** Beside other work a processor takes longer for the same. */
  @Test
  @Tag("budget")
  void statusTakesLittleProcessorTime() throws Exception {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = HubClient.ofUrl(hub.url())) {
      fill(client);
      // The first one makes the archive.
      assertThat(run(hub)).contains("web-tls");

      List<Double> seconds = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        String output = run(hub);
        seconds.add(Double.valueOf(output.substring(output.lastIndexOf(':') + 1).strip()));
      }

      System.out.printf("FIGURE status: %s s of processor time%n", seconds);
      assertThat(seconds.stream().sorted().toList().get(ROUNDS / 2))
          .as("median of %s", seconds)
          .isLessThan(MOST_SECONDS);
    }
  }

  private static void fill(KubernetesClient client) {
    for (String yaml :
        List.of(
            "apiVersion: v1\nkind: Namespace\nmetadata: {name: policies}",
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata: {name: web-tls, namespace: policies}
            spec: {rolloutStrategy: {type: Progressive}}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Rollout
            metadata: {name: policy-web-tls, namespace: policies}
            """)) {
      client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class)).create();
    }
  }

  /** Returns what it printed, and user and system time after the last colon. */
  private static String run(EmbeddedHub hub) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "export LC_ALL=C; TIMEFORMAT='%U %S'; { time \"$0\" status web-tls -n policies"
                    + " --hub \"$1\"; } 2>&1 | awk 'NF == 2 && /^[0-9.]+ [0-9.]+$/ { print \"CPU:\""
                    + " $1 + $2; next } { print }'",
                launcher().toString(),
                hub.url())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private static Path launcher() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isExecutable(folder.resolve("sluice"))) {
      folder = folder.getParent();
    }
    return folder.resolve("sluice");
  }
}
