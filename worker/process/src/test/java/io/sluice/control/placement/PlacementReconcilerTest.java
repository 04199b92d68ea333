package io.sluice.control.placement;

import static io.sluice.control.placement.SchedulingFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementMode;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlacementReconcilerTest {
  private static final String PAIRS =
      "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2}}}";

  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());
  private final SchedulingFixture hub = new SchedulingFixture(client);
  private final PlacementKey key = new PlacementKey(hub.namespace, "stores");

  /** Each evaluation asks once what time it is. */
  private final AtomicInteger evaluations = new AtomicInteger();

  private HubCaches caches;
  private EventRecorder events;
  private EvaluationInputs inputs;
  private PlacementReconciler reconciler;

  @BeforeEach
  void publish() {
    hub.clusters("c1", "c2", "c3");
    hub.placement("stores", PAIRS);
    PlacementRouter router = new PlacementRouter();
    caches = HubCachesBuilder.of(client, router, ProcessTime.SYSTEM).with(Kinds.EVALUATED).start();
    events = new EventRecorder(client, Clock.systemUTC());
    inputs = new EvaluationInputs(caches, GroupingMode.STABLE, new CountedClock());
    reconciler =
        new PlacementReconciler(
            client,
            PlacementMode.ANNOTATED,
            () -> true,
            inputs,
            new Evaluators(GroupingMode.STABLE),
            new PlacementReports(events, new RolloutFinder(caches), Clock.systemUTC()));
    reconciler.reconcile(key);
    awaitCaches();
  }

  @AfterEach
  void close() throws Exception {
    caches.close();
    events.close();
    hub.close();
    client.close();
    server.close();
  }

  private final class CountedClock extends Clock {
    @Override
    public Instant instant() {
      evaluations.incrementAndGet();
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      return ZoneId.of("UTC");
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /** Waits until the caches have what the hub has. */
  private void awaitCaches() {
    soon(
        () -> {
          assertThat(caches.find(Kinds.PLACEMENT, key.toString()).map(HubObjects::resourceVersion))
              .contains(hub.placement("stores").getMetadata().getResourceVersion());
          assertThat(caches.decisions(key.toString()))
              .extracting(HubObjects::resourceVersion)
              .containsExactlyInAnyOrderElementsOf(
                  hub.decisions("stores").keySet().stream()
                      .map(hub::decision)
                      .map(HubObjects::resourceVersion)
                      .toList());
        });
  }

  @Test
  void theEchoOfItsOwnWritesCausesNoEvaluation() {
    assertThat(hub.groups("stores")).containsExactly("0 : c1 c2", "1 : c3");
    assertThat(evaluations).hasValue(1);

    reconciler.reconcile(key);

    assertThat(evaluations).hasValue(1);
  }

  @Test
  void everyFullPassEvaluates() {
    inputs.readAnew();

    reconciler.reconcile(key);

    assertThat(evaluations).hasValue(2);
  }

  @Test
  void aDecisionThatIsEditedByHandIsEvaluatedAndRepaired() {
    hub.editClusters("stores-decision-1", "c1");
    awaitCaches();

    reconciler.reconcile(key);

    assertThat(evaluations).hasValue(2);
    assertThat(hub.groups("stores")).containsExactly("0 : c1", "1 : c2 c3");
  }

  @Test
  void aStatusThatIsEditedByHandIsEvaluatedAndRepaired() {
    hub.editStatus(Kinds.PLACEMENT, "stores", Map.of("numberOfSelectedClusters", 7));
    awaitCaches();

    reconciler.reconcile(key);

    assertThat(hub.status("stores")).containsEntry("numberOfSelectedClusters", 3);
  }

  @Test
  void aClusterThatChangesIsEvaluated() {
    hub.editCluster(
        "c3", cluster -> cluster.getMetadata().getLabels().remove(SchedulingFixture.SET));
    String name = hub.namespace + "-c3";
    soon(
        () ->
            assertThat(HubObjects.labels(caches.find(Kinds.MANAGED_CLUSTER, name).orElseThrow()))
                .doesNotContainKey(SchedulingFixture.SET));
    inputs.clusterChanged(caches.find(Kinds.MANAGED_CLUSTER, name).orElseThrow());

    reconciler.reconcile(key);

    assertThat(hub.groups("stores")).containsExactly("0 : c1 c2");
  }

  @Test
  void whereATolerationEndsNothingIsRemembered() {
    hub.editSpec("stores", "{tolerations: [{key: a, operator: Exists, tolerationSeconds: 600}]}");
    awaitCaches();
    reconciler.reconcile(key);
    awaitCaches();
    int before = evaluations.get();

    reconciler.reconcile(key);

    assertThat(evaluations).hasValue(before + 1);
  }

  @Test
  void whatTheCachesHaveIsNotReadWholeFromTheHub() {
    hub.editClusters("stores-decision-1", "c1");
    awaitCaches();
    server.forgetRequests();

    reconciler.reconcile(key);

    assertThat(server.requests())
        .containsEntry("get placements", 1L)
        .containsEntry("list placementdecisions", 1L)
        .doesNotContainKey("get placementdecisions");
    assertThat(server.writes().stream().filter(RecordedWrite::succeeded))
        .extracting(write -> write.verb() + " " + write.name())
        .containsExactly("patch stores-decision-2", "patch stores");
  }

  /** A cache that lags behind decides no write. */
  @Test
  void whatTheHubHasAndTheCachesHadNotIsReadAndEvaluated() {
    Evaluators evaluators = new Evaluators(GroupingMode.STABLE);
    PlacementInput lagging =
        inputs.read(inputs.cached(key).orElseThrow(), inputs.published(key), evaluators);
    hub.editSpec("stores", "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 1}}}");
    hub.editClusters("stores-decision-2", "c1", "c3");
    PlacementPublisher publisher =
        new PlacementPublisher(client, placement -> true, () -> true, inputs, evaluators);

    inputs
        .evaluate(lagging)
        .match(
            evaluation -> publisher.publish(key, lagging, evaluation),
            why -> {
              throw new AssertionError(why.reason());
            });

    assertThat(hub.groups("stores")).containsExactly("0 : c1 c2", "1 : c3");
    assertThat(hub.status("stores")).containsEntry("numberOfSelectedClusters", 3);
    assertThat(HubObjects.generation(hub.placement("stores"))).isGreaterThan(1);
    assertThat(hub.condition("stores", "PlacementSatisfied"))
        .isEqualTo("True/AllDecisionsScheduled");
  }
}
