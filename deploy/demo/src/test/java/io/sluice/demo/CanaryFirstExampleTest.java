package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays {@code deploy/examples/beside/canary-first} behind the gate, on four clusters of which two
 * are canaries; its soak of five minutes is shortened.
 */
@Tag("nightly")
@Timeout(Patience.TEST)
class CanaryFirstExampleTest {
  private static final PolicyName POLICY = new PolicyName("policies", "canary-first");

  @TempDir private Path folder;

  /** The trap of an override: what is edited once it has succeeded is enforced everywhere. */
  @Test
  void anEditReachesTheCanariesFirstTooAndClustersStayEnforced() throws IOException {
    copyOfCanaryFirst();
    try (GatedExample example = new GatedExample(folder)) {
      EnforcementLog first = example.closing(enforcing(example.hub(), "yes"));
      EnforcementLog edited = example.closing(enforcing(example.hub(), "again"));
      example.awaitSuccess(POLICY, 1);
      canariesFirst(first);
      assertThat(edited.began()).isEmpty();

      Path policy = folder.resolve("policy.yaml");
      Files.writeString(
          policy, Files.readString(policy).replace("enforced: \"yes\"", "enforced: \"again\""));
      Examples.read(Optional.of(folder)).manifests().stream()
          .filter(manifest -> manifest.kind().equals("Policy"))
          .forEach(new ExampleLoader(example.hub())::apply);
      example.awaitSuccess(POLICY, 2);
      canariesFirst(edited);
    }
  }

  private static void canariesFirst(EnforcementLog log) {
    Patience.await()
        .untilAsserted(
            () -> assertThat(log.enforced()).containsExactly("four", "one", "three", "two"));
    List<String> began = log.began();
    assertThat(began).hasSize(4);
    assertThat(began.subList(0, 2)).containsExactlyInAnyOrder("two", "four");
  }

  /** Records which clusters are enforced with that value. */
  private static EnforcementLog enforcing(KubernetesClient hub, String value) {
    return new EnforcementLog(
        hub,
        POLICY,
        replica -> {
          String spec = HubObjects.json(HubObjects.part(replica, "spec"));
          return spec.contains("\"remediationAction\":\"enforce\"")
              && spec.contains("\"enforced\":\"%s\"".formatted(value));
        });
  }

  private void copyOfCanaryFirst() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(ExamplesFolder.path("beside/canary-first")))) {
      for (Path file : files.toList()) {
        Files.writeString(
            folder.resolve(file.getFileName()),
            Files.readString(file)
                .replace("minSuccessTime: 5m", "minSuccessTime: 1s")
                .replace("resources:", "resources:\n  - clusters.yaml"));
      }
    }
    StringBuilder clusters =
        new StringBuilder(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta2
            kind: ManagedClusterSet
            metadata: {name: default}
            spec: {clusterSelector: {selectorType: ExclusiveClusterSetLabel}}
            """);
    for (String name : List.of("one", "two", "three", "four")) {
      clusters.append(
          """
          ---
          apiVersion: v1
          kind: Namespace
          metadata: {name: %1$s}
          ---
          apiVersion: cluster.open-cluster-management.io/v1
          kind: ManagedCluster
          metadata:
            name: %1$s
            labels: {cluster.open-cluster-management.io/clusterset: default, stage: %2$s}
          spec: {hubAcceptsClient: true}
          """
              .formatted(name, name.matches("two|four") ? "canary" : "other"));
    }
    Files.writeString(folder.resolve("clusters.yaml"), clusters);
  }
}
