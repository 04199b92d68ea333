package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the simulated propagator on a real hub: alone, and against a worker that stands alone. */
@Timeout(Patience.TEST)
class SimulatedPropagatorIT {

  private static void soon(ThrowingRunnable assertion) {
    patiently().untilAsserted(assertion);
  }

  private static ConditionFactory patiently() {
    return await().atMost(Patience.MOST).pollInterval(Duration.ofMillis(100));
  }

  @Test
  void aRestrictedBindingFlipsTheListedOfTwentyClustersAndAnEditReachesAll() {
    String clusters =
        IntStream.rangeClosed(1, 20).mapToObj("sp%02d"::formatted).collect(Collectors.joining(","));
    try (RolloutFixture fixture = RolloutFixture.on(new LocalTestServers(), "all=" + clusters)) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).policy("one", "");
      replace(fixture, "\"enforce\"", "\"inform\"");
      Propagator propagator =
          Propagator.start(
              fixture.client(), PropagatorOptions.DEFAULTS.withLease(Duration.ofSeconds(2)));
      try {
        soon(() -> assertThat(actions(fixture).values()).hasSize(20).containsOnly("one inform"));
        soon(() -> assertThat(compliant(fixture)).isEqualTo("Compliant"));

        Map<String, Long> before = generations(fixture);
        override(fixture, "sp03", "sp17");
        soon(
            () ->
                assertThat(actions(fixture))
                    .containsEntry("sp03", "one enforce")
                    .containsEntry("sp17", "one enforce"));
        patiently().until(propagator::idle);
        assertThat(changed(before, generations(fixture))).containsExactly("sp03", "sp17");

        before = generations(fixture);
        replace(fixture, "\"low\"", "\"high\"");
        Map<String, Long> former = before;
        soon(() -> assertThat(changed(former, generations(fixture))).hasSize(20));
        patiently().until(propagator::idle);
        assertThat(generations(fixture))
            .allSatisfy(
                (cluster, generation) ->
                    assertThat(generation).as(cluster).isEqualTo(former.get(cluster) + 1));
        assertThat(actions(fixture).values().stream().filter("one enforce"::equals)).hasSize(2);

        withdraw(fixture);
        soon(() -> assertThat(actions(fixture).values()).containsOnly("one inform"));
        soon(() -> assertThat(compliant(fixture)).isEqualTo("Compliant"));
      } finally {
        propagator.release();
      }
    }
  }

  /** The two differ in the older spelling of an override, which upstream does not know. */
  @Test
  void aWorkerWhoseWritesArePutBackTwiceStopsThoughItSeesNoLease() {
    try (RolloutFixture fixture = RolloutFixture.on(new LocalTestServers(), "all=sd1,sd2,sd3")) {
      fixture.policy("one", "");
      replace(fixture, "\"enforce\"", "\"inform\"");
      overrideInTheOlderSpelling(fixture);
      fixture.start(RolloutFixture.QUICK);
      soon(() -> assertThat(actions(fixture).values()).containsOnly("one enforce"));
      List<Long> written = writes(fixture);

      try (Propagator propagator =
          Propagator.start(fixture.client(), PropagatorOptions.DEFAULTS.withoutLease())) {
        soon(() -> assertThat(events(fixture)).contains("PropagatorRunning"));

        patiently().until(propagator::idle);
        List<Long> stopped = writes(fixture);
        Patience.stays(Duration.ofSeconds(4), () -> assertThat(writes(fixture)).isEqualTo(stopped));
        assertThat(stopped).contains(written.get(0) + 2).allMatch(n -> n <= written.get(0) + 2);
        assertThat(actions(fixture).values()).containsOnly("one inform");
      }
    }
  }

  private static List<Long> writes(RolloutFixture fixture) {
    return fixture.clusters().stream().map(fixture::contentWrites).toList();
  }

  private static List<String> events(RolloutFixture fixture) {
    return fixture
        .client()
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(fixture.namespace())
        .list()
        .getItems()
        .stream()
        .map(event -> String.valueOf(event.getAdditionalProperties().get("reason")))
        .toList();
  }

  /** Replaces a text in the root, wherever it occurs. */
  private static void replace(RolloutFixture fixture, String text, String other) {
    fixture.edit(
        fixture.namespace(),
        "web",
        root ->
            Serialization.unmarshal(
                Serialization.asJson(root).replace(text, other), GenericKubernetesResource.class));
  }

  private static void overrideInTheOlderSpelling(RolloutFixture fixture) {
    fixture
        .client()
        .genericKubernetesResources(Kinds.PLACEMENT_BINDING)
        .inNamespace(fixture.namespace())
        .withName("web")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"remediationActionOverride\": {\"remediationAction\": \"enforce\"}}");
  }

  /** Creates the objects of a restricted binding with an override, and one page of decisions. */
  private static void override(RolloutFixture fixture, String... clusters) {
    KubernetesClient client = fixture.client();
    GenericKubernetesResource placement =
        object(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Placement
            metadata: {name: wave}
            spec: {numberOfClusters: 0}
            """);
    client
        .genericKubernetesResources(Kinds.PLACEMENT)
        .inNamespace(fixture.namespace())
        .resource(placement)
        .create();
    GenericKubernetesResource binding =
        object(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: PlacementBinding
            metadata: {name: wave}
            placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: wave}
            subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
            bindingOverrides: {remediationAction: enforce}
            subFilter: restricted
            """);
    client
        .genericKubernetesResources(Kinds.PLACEMENT_BINDING)
        .inNamespace(fixture.namespace())
        .resource(binding)
        .create();
    GenericKubernetesResource page =
        client
            .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
            .inNamespace(fixture.namespace())
            .resource(
                object(
                    """
                    apiVersion: cluster.open-cluster-management.io/v1beta1
                    kind: PlacementDecision
                    metadata:
                      name: wave-decision-1
                      labels: {cluster.open-cluster-management.io/placement: wave}
                    """))
            .create();
    decide(fixture, page, clusters);
  }

  private static void withdraw(RolloutFixture fixture) {
    decide(
        fixture,
        fixture
            .client()
            .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
            .inNamespace(fixture.namespace())
            .withName("wave-decision-1")
            .get());
  }

  private static void decide(
      RolloutFixture fixture, GenericKubernetesResource page, String... clusters) {
    page.setAdditionalProperty(
        "status",
        Map.of(
            "decisions",
            List.of(clusters).stream()
                .map(cluster -> Map.of("clusterName", cluster, "reason", ""))
                .toList()));
    fixture
        .client()
        .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
        .inNamespace(fixture.namespace())
        .resource(page)
        .updateStatus();
  }

  private static Map<String, String> actions(RolloutFixture fixture) {
    return of(fixture, fixture::contentAndAction);
  }

  private static Map<String, Long> generations(RolloutFixture fixture) {
    return of(
        fixture, cluster -> fixture.replica(cluster).orElseThrow().getMetadata().getGeneration());
  }

  private static <T> Map<String, T> of(RolloutFixture fixture, Function<String, T> value) {
    Map<String, T> values = new TreeMap<>();
    fixture.clusters().forEach(cluster -> values.put(cluster, value.apply(cluster)));
    return values;
  }

  private static List<String> changed(Map<String, Long> before, Map<String, Long> after) {
    return after.keySet().stream()
        .filter(cluster -> !after.get(cluster).equals(before.get(cluster)))
        .toList();
  }

  private static String compliant(RolloutFixture fixture) {
    return String.valueOf(HubObjects.part(fixture.root(), "status").get("compliant"));
  }

  private static GenericKubernetesResource object(String yaml) {
    return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
  }
}
