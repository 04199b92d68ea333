package io.sluice.hub;

import static io.sluice.hub.HubPatience.await;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.sluice.gate.GateLabels;
import io.sluice.hub.batch.BatchLimits;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.ledger.TicketLedgers;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.JsonTree;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Ack;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lets the propagator's writes through the gate, cluster by cluster (gate 4). */
class GatedHubActivitiesTest {
  private static final String WORKER = "sluice";
  private static final List<String> CLUSTERS =
      IntStream.rangeClosed(1, 40).mapToObj(i -> "c" + i).toList();

  private final TestHub hub = new TestHub();
  private final KubernetesClient worker =
      new KubernetesClientBuilder()
          .withConfig(
              new ConfigBuilder(hub.client.getConfiguration())
                  .withImpersonateUsername(WORKER)
                  .build())
          .build();
  private final PropagatedChanges changes = new PropagatedChanges(Clock.systemUTC());
  private final ReplicaStore store = new ReplicaStore(namespace -> true, changes);
  private final RequestPool pool = new RequestPool(16);
  private final RequestPool cachePool = new RequestPool(8);
  private final EventRecorder events = new EventRecorder(worker, Clock.systemUTC());
  private final KubernetesHubActivities activities =
      KubernetesHubActivities.gated(
          worker,
          new KubernetesHubActivities.GatedHub(
              store, changes, new TicketLedgers(worker), HubReader.beside(worker, cachePool)::read),
          pool,
          new Evidence(Evidence.DEFAULT_SKEW),
          events,
          NoticeRules.NONE,
          Clock.systemUTC(),
          () -> (done, of) -> {},
          new BatchLimits(
              Duration.ofSeconds(20),
              Duration.ofSeconds(10),
              Duration.ofSeconds(28),
              Duration.ZERO));
  private Propagator propagator;

  @BeforeEach
  void start() {
    hub.create(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: tls, namespace: retail}
        spec: {disabled: false, remediationAction: enforce, policy-templates: []}
        """);
    hub.fleet(CLUSTERS.toArray(String[]::new));
    edit("one", Map.of());
    watch();
    propagator = Propagator.start(hub.client, PropagatorOptions.DEFAULTS);
    await().untilAsserted(() -> assertThat(contents().values()).hasSize(40).containsOnly("one"));
  }

  @AfterEach
  void close() {
    propagator.close();
    events.close();
    pool.close();
    cachePool.close();
    worker.close();
    hub.close();
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void eachClusterOfTheBatchGetsTheVersionAndNoOther(boolean quiet) {
    hub.hub.admit(new GateAdmission(WORKER, quiet));
    edit("two", Map.of(GateLabels.STAGED, GateLabels.TRUE));
    AttemptRef attempt = claimed();

    BatchAnswer answer = activities.dispatch(new Batch(attempt, "dev", CLUSTERS.subList(0, 36)));

    assertThat(answer.acks()).extracting(Ack::cluster).containsAll(CLUSTERS.subList(0, 36));
    assertThat(answer.acks()).extracting(Ack::refusal).containsOnly(Optional.empty());
    assertThat(answer.notTried()).isEmpty();
    Map<String, String> wanted = new TreeMap<>();
    CLUSTERS.forEach(cluster -> wanted.put(cluster, "one"));
    CLUSTERS.subList(0, 36).forEach(cluster -> wanted.put(cluster, "two"));
    assertThat(contents()).isEqualTo(wanted);
    assertThat(tickets()).isEmpty();
  }

  private AttemptRef claimed() {
    RolloutObjects rollouts = new RolloutObjects(worker, Clock.systemUTC());
    rollouts.ensure(hub.root(), 0, Optional::empty);
    GenericKubernetesResource rollout =
        hub.get(Kinds.ROLLOUT, "retail", TestHub.POLICY.rolloutName());
    rollout.setAdditionalProperty(
        "spec", Map.of("rolloutStrategy", Map.of("type", "ProgressivePerGroup")));
    hub.update(rollout);
    PolicyContext context =
        PolicyContext.of(HubReader.beside(worker, cachePool).read(POLICY), Instant.now());
    AttemptRef attempt =
        new AttemptRef(
            POLICY, "u1", 1, context.version().orElseThrow(), context.strategy().hash(), false);
    assertThat(activities.claim(attempt).granted()).isTrue();
    return attempt;
  }

  private void edit(String content, Map<String, String> labels) {
    GenericKubernetesResource policy = hub.get(Kinds.POLICY, "retail", "tls");
    Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(policy, "spec"));
    spec.put(
        "policy-templates",
        List.of(
            Map.of(
                "objectDefinition",
                Map.of(
                    "apiVersion", "policy.open-cluster-management.io/v1",
                    "kind", "ConfigurationPolicy",
                    "metadata", Map.of("name", content)))));
    policy.setAdditionalProperty("spec", spec);
    policy.getMetadata().setLabels(labels);
    hub.update(policy);
  }

  private Map<String, String> contents() {
    Map<String, String> contents = new TreeMap<>();
    replicas()
        .forEach(
            replica ->
                JsonTree.maps(HubObjects.part(replica, "spec"), "policy-templates").stream()
                    .map(template -> JsonTree.map(template, "objectDefinition"))
                    .map(definition -> JsonTree.map(definition, "metadata"))
                    .flatMap(metadata -> JsonTree.text(metadata, "name").stream())
                    .forEach(name -> contents.put(replica.getMetadata().getNamespace(), name)));
    return contents;
  }

  private List<String> tickets() {
    return replicas().stream()
        .filter(replica -> HubObjects.labels(replica).containsKey(GateLabels.TICKET))
        .map(replica -> replica.getMetadata().getNamespace())
        .toList();
  }

  private List<GenericKubernetesResource> replicas() {
    return hub
        .client
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .list()
        .getItems()
        .stream()
        .filter(policy -> policy.getMetadata().getName().equals(POLICY.replicaName()))
        .toList();
  }

  /** Feeds the store as an informer does. */
  private void watch() {
    worker
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .watch(
            new Watcher<>() {
              @Override
              public void eventReceived(Action action, GenericKubernetesResource policy) {
                String key = store.getKey(policy);
                if (action == Action.DELETED) {
                  store.remove(key);
                } else {
                  store.put(key, policy);
                }
              }

              @Override
              public void onClose(WatcherException cause) {
                // The test ends.
              }
            });
  }
}
