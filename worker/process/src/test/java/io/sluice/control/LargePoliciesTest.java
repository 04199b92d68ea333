package io.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.process.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lets a tenant write more policies than the heap and stack of the chart can hold, with contents
 * that are largest as trees: a neighbour's edit is delivered, and the process lives
 * (policy-propagation 16b).
 */
@Tag("nightly")
@Timeout(1200)
class LargePoliciesTest {
  private static final int TOO_LARGE = 150;
  private static final int LARGE = 400;
  private static final String TENANT = "tenant";

  @TempDir Path folder;

  private final ControllerFixture fixture = new ControllerFixture("c1");

  @AfterEach
  void close() {
    fixture.close();
  }

  private static GenericKubernetesResource policy(String name, Object evil) {
    GenericKubernetesResource policy =
        HubObjects.object(
            Kinds.POLICY, new ObjectMetaBuilder().withNamespace(TENANT).withName(name).build());
    Map<String, Object> template = Map.of("objectDefinition", Map.of("kind", "Any", "evil", evil));
    policy.setAdditionalProperty(
        "spec",
        Map.of(
            "disabled",
            false,
            "remediationAction",
            "inform",
            "policy-templates",
            List.of(template)));
    return policy;
  }

  private void create(GenericKubernetesResource policy) {
    fixture.at(Kinds.POLICY, policy).create();
  }

  /** All of the tenant's policies are bound to the cluster, by one set. */
  private void fill() {
    fixture.namespace(TENANT);
    String tooLarge = "x".repeat(1_400_000);
    // As JSON 3 bytes each, as a tree 44.
    List<Object> maps = Collections.nCopies(230_000, Map.of());
    IntStream.range(0, TOO_LARGE).forEach(i -> create(policy("huge-" + i, tooLarge)));
    IntStream.range(0, LARGE).forEach(i -> create(policy("large-" + i, maps)));
    String names =
        IntStream.range(0, TOO_LARGE + LARGE)
            .mapToObj(i -> i < TOO_LARGE ? "huge-" + i : "large-" + (i - TOO_LARGE))
            .collect(Collectors.joining(", "));
    fixture.apply(
        Kinds.POLICY_SET,
        """
        apiVersion: policy.open-cluster-management.io/v1beta1
        kind: PolicySet
        metadata: {name: all, namespace: tenant}
        spec: {policies: [%s]}
        """
            .formatted(names));
    fixture.apply(
        Kinds.PLACEMENT_DECISION,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: any-1
          namespace: tenant
          labels: {cluster.open-cluster-management.io/placement: any, cluster.open-cluster-management.io/decision-group-index: "0", cluster.open-cluster-management.io/decision-group-name: ""}
        status: {decisions: [{clusterName: c1, reason: ''}]}
        """);
    fixture.apply(
        Kinds.PLACEMENT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: any, namespace: tenant}
        spec: {}
        status: {numberOfSelectedClusters: 1, decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: "", decisions: [any-1], clusterCount: 1}]}
        """);
    fixture.apply(
        Kinds.PLACEMENT_BINDING,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: all, namespace: tenant}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: any}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: PolicySet, name: all}]
        """);
  }

  /** What the program has printed; it is still running. */
  private String output(Process process) {
    try {
      String output = Files.readString(folder.resolve("log"));
      assertThat(process.isAlive()).as(output).isTrue();
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void edit(Process process, String value) {
    Instant begun = Instant.now();
    fixture.edit(
        "policies", "web", policy -> policy.getMetadata().setLabels(Map.of("edit", value)));
    Patience.await("the neighbour's edit " + value)
        .atMost(Duration.ofMinutes(5))
        .until(
            () -> {
              output(process);
              return fixture
                  .replica("c1")
                  .filter(replica -> value.equals(HubObjects.labels(replica).get("edit")))
                  .isPresent();
            });
    System.out.printf(
        "FIGURE large policies: the neighbour's edit %s after %d ms%n",
        value, Duration.between(begun, Instant.now()).toMillis());
  }

  @Test
  void aTenantFillsNobodysHeap() throws Exception {
    fixture.policy("policies", "web", "", "");
    fill();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                ControllerProgram.class.getName(),
                fixture.hub.url())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      edit(process, "one");
      Patience.await("large policies are delivered, too")
          .atMost(Duration.ofMinutes(5))
          .until(
              () -> {
                output(process);
                return fixture.replicaWrites() > 40;
              });
      IntStream.range(0, 20)
          .forEach(
              i ->
                  fixture.edit(
                      TENANT,
                      (i < 10 ? "huge-" : "large-") + i,
                      policy -> policy.getMetadata().setLabels(Map.of("edit", "two"))));
      edit(process, "two");
      Patience.await("one that is too large says so")
          .atMost(Duration.ofMinutes(5))
          .until(
              () -> {
                output(process);
                return fixture
                    .policy(TENANT, "huge-0")
                    .map(policy -> HubObjects.part(policy, "status").toString())
                    .filter(status -> status.contains("PolicyTooLarge"))
                    .isPresent();
              });
      assertThat(output(process)).doesNotContain("OutOfMemoryError");
    } finally {
      process.destroy();
    }
  }
}
