package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each role with its real rights on a real API server: it takes nothing from anybody else. */
@Timeout(Patience.TEST)
class StrangersIT {
  private static final String STRATEGY = "{type: ProgressivePerGroup}";

  private static final String POLICIES =
      "/apis/policy.open-cluster-management.io/v1/namespaces/%s/policies";

  @TempDir private static Path folder;

  private static GenericKubernetesResource cluster(String name) {
    GenericKubernetesResource cluster =
        HubObjects.object(Kinds.MANAGED_CLUSTER, new ObjectMetaBuilder().withName(name).build());
    cluster.setAdditionalProperty("spec", Map.of("hubAcceptsClient", false));
    return cluster;
  }

  private static Optional<GenericKubernetesResource> policy(
      RolloutFixture fixture, String namespace, String name) {
    return Optional.ofNullable(
        fixture
            .client()
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(namespace)
            .withName(name)
            .get());
  }

  /** OCM's bootstrap token may create ManagedClusters, and nobody else may accept one. */
  @Test
  void whoMayCreateAManagedClusterTakesNoPolicyAway() {
    try (RolloutFixture fixture = RolloutFixture.on(new LocalTestServers(), "dev=d1");
        PoorUser stranger = new PoorUser(fixture.client())) {
      stranger.grant(
          List.of(
              new Permission(
                  "create", Kinds.MANAGED_CLUSTER.getGroup(), "managedclusters", "", "")));
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(
              RolloutFixture.QUICK.with(settings -> settings.removalGrace(Duration.ofSeconds(1))));
      fixture.policy("one", STRATEGY);
      fixture.awaitPhase(Patience.MOST, "Done");
      String uid = fixture.root().getMetadata().getUid();

      String namespace = fixture.namespace();
      stranger.client().resource(cluster(namespace)).create();
      var named =
          fixture.client().genericKubernetesResources(Kinds.MANAGED_CLUSTER).withName(namespace);
      try {
        assertThatThrownBy(
                () ->
                    stranger
                        .client()
                        .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
                        .withName(namespace)
                        .delete())
            .isInstanceOf(KubernetesClientException.class);
        stray(fixture);
        fixture.policy("two", STRATEGY);
        fixture.awaitStatus(
            Patience.MOST,
            status -> "Done".equals(status.get("phase")) && fixture.content("d1").equals("two"));

        named.edit(
            cluster -> {
              cluster.setAdditionalProperty("spec", Map.of("hubAcceptsClient", true));
              return cluster;
            });
        fixture.awaitStatus(
            Patience.MOST,
            status ->
                JsonTree.maps(status, "conditions").stream()
                    .anyMatch(condition -> "NamespaceIsCluster".equals(condition.get("reason"))));
        stray(fixture);
        assertThat(fixture.content("d1")).isEqualTo("two");
      } finally {
        named.delete();
      }
      fixture.policy("three", STRATEGY);
      fixture.awaitStatus(
          Patience.MOST,
          status -> "Done".equals(status.get("phase")) && fixture.content("d1").equals("three"));
      assertThat(fixture.root().getMetadata().getUid()).isEqualTo(uid);
    }
  }

  /** The JSON of a policy with so many levels of maps below its only template. */
  private static String deep(String namespace, String name, String labels, int levels) {
    return """
        {"apiVersion": "policy.open-cluster-management.io/v1", "kind": "Policy",
         "metadata": {"namespace": "%s", "name": "%s", "labels": {%s}},
         "spec": {"disabled": false, "remediationAction": "inform",
          "policy-templates": [{"objectDefinition": {"a": %s1%s}}]}}
        """
        .formatted(namespace, name, labels, "{\"a\":".repeat(levels), "}".repeat(levels));
  }

  /** What overflows a stack, or what no parser follows, on the heap and stack of the chart. */
  @Test
  void whoMayCreateAPolicyHoldsNobodysEditsBack() {
    LocalTestServers servers = new LocalTestServers();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1");
        PoorUser stranger = new PoorUser(fixture.client());
        WorkerJvm worker =
            WorkerJvm.withJava(
                List.of("-Xmx256m", "-Xss512k"), servers.servers(), folder.resolve("worker.log"))) {
      stranger.grant(
          List.of(new Permission("create", Kinds.POLICY.getGroup(), "policies", "", "")));
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
      Patience.await().until(worker::leads);
      fixture.policy("one", STRATEGY);
      fixture.awaitPhase(Patience.MOST, "Done");

      String namespace = fixture.namespace();
      try {
        for (int levels : List.of(120, 400, 900)) {
          createDeep(stranger, namespace, levels);
        }
        fixture.policy("two", STRATEGY);
        fixture.awaitStatus(
            Patience.MOST,
            status -> "Done".equals(status.get("phase")) && fixture.content("d1").equals("two"));
        Patience.await()
            .untilAsserted(
                () ->
                    assertThat(policy(fixture, namespace, "deep-400"))
                        .hasValueSatisfying(
                            root ->
                                assertThat(HubObjects.part(root, "status").toString())
                                    .contains("TooDeep")));

        // From here on the simulated clusters cannot read the hub any more, and report nothing.
        createDeep(stranger, namespace, 3000);
        create(
            stranger,
            namespace,
            deep(namespace, "key", "", 1)
                .replace("\"a\":1", "\"%s\":1".formatted("k".repeat(60_000))));
        fixture.policy("three", STRATEGY);
        Patience.await().until(() -> fixture.content("d1").equals("three"));
        assertThat(worker.ready()).isPresent();
        assertThat(worker.output()).contains("Cannot read " + namespace + "/deep-3000 of policies");
        assertThat(worker.leads()).isTrue();
      } finally {
        // Nothing that parses objects could list them.
        fixture.client().raw(POLICIES.formatted(namespace), "DELETE", null);
      }
    }
  }

  /** A root, one of a dotted name, and a replica of a root that does not exist. */
  private static void createDeep(PoorUser stranger, String namespace, int levels) {
    String labelled =
        "\"policy.open-cluster-management.io/root-policy\": \"%s.ghost\"".formatted(namespace);
    create(stranger, namespace, deep(namespace, "deep-" + levels, "", levels));
    create(stranger, namespace, deep(namespace, "dotted.deep-" + levels, "", levels));
    create(stranger, namespace, deep(namespace, namespace + ".ghost-" + levels, labelled, levels));
  }

  private static void create(PoorUser stranger, String namespace, String json) {
    stranger.client().raw(POLICIES.formatted(namespace), "POST", json);
  }

  /** Whatever was to be deleted by the same rule would be gone, too. */
  private static void stray(RolloutFixture fixture) {
    fixture.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: stray, namespace: d1}
        spec: {disabled: false, policy-templates: []}
        """,
        false);
    Patience.await().until(() -> policy(fixture, "d1", "stray").isEmpty());
  }
}
