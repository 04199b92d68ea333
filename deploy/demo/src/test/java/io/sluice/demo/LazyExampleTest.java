package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.status.StatusReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plays {@code deploy/examples/lazy} as its page tells (lazy-activation 4). */
@Tag("nightly")
@Timeout(300)
class LazyExampleTest {
  private static final Path EXAMPLE = Path.of(ExamplesFolder.path("lazy"));
  private static final PolicyName POLICY = new PolicyName("policies", "cis-baseline");

  @Test
  void theEditOfThePlacementWaitsUntilItIsActivated() throws IOException, InterruptedException {
    DemoSettings settings = DemoTest.manifests(EXAMPLE);
    try (DemoEnvironment environment =
            DemoEnvironment.open(
                settings, Examples.read(settings.examples(), settings.kind()), line -> {});
        KubernetesClient hub = environment.servers().connect()) {
      soon(() -> assertThat(replicas(hub)).isEqualTo(Map.of("dev", 5L, "stage", 10L)));
      soon(() -> assertThat(phase(hub)).contains("Done"));

      GenericKubernetesResource edit =
          Serialization.unmarshal(
              Files.readString(EXAMPLE.resolve("placement-edit.yaml")),
              GenericKubernetesResource.class);
      hub.resource(edit)
          .patch(PatchContext.of(PatchType.JSON_MERGE), HubObjects.json(HubObjects.tree(edit)));
      soon(
          () ->
              assertThat(run(hub, "status"))
                  .contains("Pending  revision ", "15 clusters added, 0 changed, 5 left")
                  .contains("Placement edge-sites changed (generation 1 to 2: 15 clusters join,"));
      assertThat(run(hub, "plan")).contains("added    15: prod-01,", "left     5: dev-01,");
      assertThat(replicas(hub)).isEqualTo(Map.of("dev", 5L, "stage", 10L));

      assertThat(run(hub, "activate")).contains("is activated now", "15 clusters added");
      soon(() -> assertThat(replicas(hub)).containsEntry("prod", 15L));
      soon(() -> assertThat(run(hub, "status")).doesNotContain("Pending"));
    }
  }

  private static Optional<String> phase(KubernetesClient hub) {
    return new StatusReader(hub).read(POLICY, "Cannot show " + POLICY).phase();
  }

  private static String run(KubernetesClient hub, String command) {
    CommandRun run =
        CommandRun.of(
            command,
            POLICY.name(),
            "-n",
            POLICY.namespace(),
            "--hub",
            hub.getMasterUrl().toString());
    assertThat(run.err()).isEmpty();
    // Lines are as wide as a terminal.
    return run.out().replaceAll("\\s*\\n\\s+", " ");
  }

  /** Returns how many clusters of each environment have the policy. */
  private static Map<String, Long> replicas(KubernetesClient hub) {
    return hub
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel(PolicyApi.ROOT_POLICY, POLICY.replicaName())
        .list()
        .getItems()
        .stream()
        .map(replica -> replica.getMetadata().getNamespace().split("-")[0])
        .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
  }

  private static void soon(ThrowingRunnable seen) {
    Patience.await().pollInterval(Duration.ofMillis(100)).untilAsserted(seen);
  }
}
