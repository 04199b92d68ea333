package io.sluice.hub;

import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.batch.BatchLimits;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Action;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.PendingContentBatch;
import io.sluice.workflow.HubActivities.StatusUpdate;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sets up an embedded hub with a policy "one" and the activities of its attempts. */
final class HubActivitiesScenario implements AutoCloseable {
  /** Longer than any machine takes, and without a pause. */
  static final BatchLimits LIMITS =
      new BatchLimits(
          Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ZERO);

  final TickingClock clock = new TickingClock(NOW);
  final TestHub hub = new TestHub();
  final ReplicaStore store = new ReplicaStore();
  final KubernetesHubActivities activities;
  private final RequestPool pool = new RequestPool(8);
  private final RequestPool cachePool = new RequestPool(8);
  final EventRecorder events = new EventRecorder(hub.client, clock);

  HubActivitiesScenario(String... clusters) {
    hub.policy("one");
    hub.fleet(clusters);
    new RolloutObjects(hub.client, clock).ensure(hub.root(), 0, Optional::empty);
    activities =
        new KubernetesHubActivities(
            hub.client,
            store,
            new HubReader(hub.client, cachePool)::read,
            PropagatorGuard.ALONE,
            pool,
            new Evidence(Evidence.DEFAULT_SKEW),
            events,
            NoticeRules.NONE,
            clock,
            () -> (done, of) -> {},
            LIMITS);
  }

  /** An attempt with pendingClusters KeepPrevious that owns the Rollout object. */
  AttemptRef claimed(String uid, long number) {
    AttemptRef attempt = hub.attempt(uid, number);
    assertThat(activities.claim(attempt).granted()).isTrue();
    return attempt;
  }

  /** The same with pendingClusters Inform. */
  AttemptRef claimedInformFirst(String uid, long number) {
    AttemptRef attempt = claimed(uid, number);
    return new AttemptRef(
        attempt.policyName(), uid, number, attempt.version(), attempt.strategyHash(), true);
  }

  static Batch batch(AttemptRef attempt, String... clusters) {
    return new Batch(attempt, "dev", List.of(clusters));
  }

  BatchAnswer dispatch(AttemptRef attempt, String... clusters) {
    return activities.dispatch(batch(attempt, clusters));
  }

  BatchAnswer inform(AttemptRef attempt, String... clusters) {
    return activities.provide(
        new PendingContentBatch(batch(attempt, clusters), Action.Provide.Content.INFORM));
  }

  BatchAnswer lastSuccessful(AttemptRef attempt, String... clusters) {
    return activities.provide(
        new PendingContentBatch(batch(attempt, clusters), Action.Provide.Content.LAST_SUCCESSFUL));
  }

  BatchAnswer takeBack(AttemptRef attempt, String... clusters) {
    return activities.takeBack(batch(attempt, clusters));
  }

  /** Ends the attempt with success: its version is the last successful one then. */
  void succeed(AttemptRef attempt) {
    new Revisions(hub.client).keep(hub.root());
    Progress done =
        new Progress(
            Optional.of("Succeeded"),
            Phase.DONE,
            Optional.of(Outcome.SUCCEEDED),
            "",
            NOW,
            Optional.of(NOW),
            Optional.empty(),
            List.of(),
            new Counts(1, 0, 0, 0, 1, 0, 0, 0, 0),
            0,
            0,
            List.of(),
            0,
            List.of(),
            false);
    activities.publish(new StatusUpdate(attempt, done, false, List.of(), Optional.empty()));
  }

  /** Attempt u1 with content "one" succeeds on these clusters; then the content is "two". */
  void firstVersionSucceeds(String... clusters) {
    AttemptRef first = claimed("u1", 1);
    if (clusters.length > 0) {
      dispatch(first, clusters);
    }
    succeed(first);
    edit("two");
    pass();
  }

  void edit(String marker) {
    GenericKubernetesResource policy = hub.get(Kinds.POLICY, POLICY.namespace(), POLICY.name());
    Map<String, Object> spec = HubObjects.part(policy, "spec");
    spec.put("policy-templates", HubObjects.part(template(marker), "spec").get("templates"));
    policy.setAdditionalProperty("spec", spec);
    hub.update(policy);
  }

  private GenericKubernetesResource template(String marker) {
    return hub.client
        .getKubernetesSerialization()
        .unmarshal(
            """
            apiVersion: v1
            kind: List
            spec:
              templates:
              - objectDefinition:
                  apiVersion: policy.open-cluster-management.io/v1
                  kind: ConfigurationPolicy
                  metadata: {name: tls-config}
                  spec: {marker: %s}
            """
                .formatted(marker),
            GenericKubernetesResource.class);
  }

  void pass() {
    clock.pass(Duration.ofMinutes(5));
  }

  Instant now() {
    return clock.instant();
  }

  /** The content of a cluster's replica: {@code one enforce}; empty without a replica. */
  String carried(String cluster) {
    GenericKubernetesResource replica = hub.replica(cluster);
    if (replica == null) {
      return "";
    }
    Map<String, Object> spec = HubObjects.part(replica, "spec");
    Map<String, Object> definition =
        JsonTree.map(JsonTree.maps(spec, "policy-templates").get(0), "objectDefinition");
    return JsonTree.map(definition, "spec").get("marker") + " " + spec.get("remediationAction");
  }

  Dispatch given(String cluster) {
    return ReplicaParser.of(hub.replica(cluster)).orElseThrow().replica().dispatch().orElseThrow();
  }

  /** Content writes since they were last forgotten. */
  long writes(Runnable doing) {
    hub.hub.forgetRequests();
    doing.run();
    return hub.contentWrites();
  }

  static void assertClaimLost(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> assertThat(failure.getType()).isEqualTo(HubActivities.CLAIM_LOST));
  }

  @Override
  public void close() {
    pool.close();
    cachePool.close();
    events.close();
    hub.close();
  }
}
