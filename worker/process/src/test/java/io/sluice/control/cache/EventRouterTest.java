package io.sluice.control.cache;

import static io.sluice.control.ControllerFixture.awaited;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.PolicyName;
import io.sluice.time.ProcessTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which changes of the hub run the reconcilers over a policy. */
@Timeout(300)
class EventRouterTest {
  private static final String REPLICA =
      "labels: {policy.open-cluster-management.io/root-policy: policies.web}";

  private static final PolicyName WEB = new PolicyName("policies", "web");

  private final ControllerFixture fixture = new ControllerFixture("c1");
  private final EventRouter router = new EventRouter();
  private final Recorder recorder = new Recorder();
  private HubCaches caches;

  /** Records what an event concerns. */
  private final class Recorder implements EventRouter.ChangeHandler {
    final List<String> passes = new CopyOnWriteArrayList<>();
    final List<String> judged = new CopyOnWriteArrayList<>();
    final List<String> statuses = new CopyOnWriteArrayList<>();
    final List<String> recovered = new CopyOnWriteArrayList<>();
    final List<String> published = new CopyOnWriteArrayList<>();

    @Override
    public HubCaches caches() {
      return caches;
    }

    @Override
    public void policyChanged(PolicyName policy) {
      passes.add(policy.toString());
    }

    @Override
    public void replicaContentChanged(PolicyName policy) {
      passes.add(policy.toString());
    }

    @Override
    public void rolloutChanged(
        Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
      throw new IllegalStateException("a status that cannot be measured");
    }

    @Override
    public void progressPublished(PolicyName policy) {
      published.add(policy.toString());
    }

    @Override
    public void statusChanged(PolicyName policy) {
      statuses.add(policy.toString());
    }

    @Override
    public void policySetsChanged(String namespace) {}

    @Override
    public void replicaChanged(CachedReplica replica) {
      judged.add(replica.replica().cluster());
    }

    @Override
    public void replicaDeleted(PolicyName policy, String cluster) {}

    @Override
    public void propagatorLeaseChanged() {}

    @Override
    public void clusterMayHaveRecovered(PolicyName policy) {
      recovered.add(policy.toString());
    }
  }

  @BeforeEach
  void watchOnePolicyWithOneReplica() {
    fixture.policy("policies", "web", "", "");
    fixture.policy("c1", "policies.web", REPLICA, "");
    caches = HubCachesBuilder.of(fixture.client, router, ProcessTime.SYSTEM).start();
    router.attach(recorder);
    awaitFirstEvents();
  }

  /** The caches may still hand out what they listed at their start; events come in order. */
  private void awaitFirstEvents() {
    fixture.policy("policies", "last", "", "");
    awaited(() -> assertThat(recorder.statuses).contains("policies/last"));
    recorder.judged.clear();
    recorder.passes.clear();
    recorder.statuses.clear();
  }

  @AfterEach
  void close() {
    caches.close();
    fixture.close();
  }

  @Test
  void twentyReportsOfASpokeAreJudgedAndRunNoPassOverThePolicy() {
    for (int i = 1; i <= 20; i++) {
      fixture.report(
          "c1", "policies.web", Map.of("compliant", i < 20 ? "NonCompliant" : "Compliant", "i", i));
    }
    awaited(() -> assertThat(recorder.judged).hasSize(20));
    assertThat(recorder.passes).isEmpty();
    // What the root shows has changed with the first and with the last.
    assertThat(recorder.statuses).containsExactly("policies/web", "policies/web");
  }

  /** The handler measures, and fails: {@link Recorder#rolloutChanged}. */
  @Test
  void aRolloutThatCannotBeMeasuredIsRoutedAllTheSame() {
    GenericKubernetesResource rollout = HubObjects.object(Kinds.ROLLOUT, new ObjectMeta());
    rollout.getMetadata().setNamespace("policies");
    rollout.getMetadata().setName(WEB.rolloutName());
    fixture.client.resource(rollout).create();

    awaited(() -> assertThat(recorder.passes).contains("policies/web"));
    awaited(() -> assertThat(recorder.statuses).contains("policies/web"));
  }

  @Test
  void aReportIsComparedWithTheClustersThatAnEndedAttemptLists() {
    GenericKubernetesResource rollout = HubObjects.object(Kinds.ROLLOUT, new ObjectMeta());
    rollout.getMetadata().setNamespace("policies");
    rollout.getMetadata().setName(WEB.rolloutName());
    fixture.client.resource(rollout).create();

    ends(Map.of("runOpen", true, "outcome", "Failed"));
    report("NonCompliant", 1);
    assertThat(recorder.recovered).isEmpty();

    ends(Map.of("outcome", "Failed", "exceptions", List.of(Map.of("cluster", "another"))));
    report("Compliant", 2);
    assertThat(recorder.recovered).isEmpty();
    report("NonCompliant", 3);
    awaited(() -> assertThat(recorder.recovered).containsExactly("policies/web"));

    ends(Map.of("outcome", "Failed", "exceptions", List.of(Map.of("cluster", "c1"))));
    report("NonCompliant", 4);
    assertThat(recorder.recovered).hasSize(1);
    report("Compliant", 5);
    awaited(() -> assertThat(recorder.recovered).hasSize(2));
  }

  @Test
  void whatAnOpenRunPublishesOfItsProgressIsNoChangeOfThePolicy() {
    GenericKubernetesResource rollout = HubObjects.object(Kinds.ROLLOUT, new ObjectMeta());
    rollout.getMetadata().setNamespace("policies");
    rollout.getMetadata().setName(WEB.rolloutName());
    fixture.client.resource(rollout).create();
    ends(Map.of("runOpen", true, "attempt", 1));
    awaited(() -> assertThat(recorder.passes).hasSize(2));

    for (int done = 1; done <= 20; done++) {
      ends(Map.of("runOpen", true, "attempt", 1, "progress", done + "/20"));
    }
    awaited(() -> assertThat(recorder.published).hasSize(20));
    assertThat(recorder.passes).hasSize(2);

    ends(Map.of("runOpen", true, "attempt", 1, "paused", true));
    awaited(() -> assertThat(recorder.passes).hasSize(3));
    ends(Map.of("runOpen", false, "attempt", 1));
    awaited(() -> assertThat(recorder.passes).hasSize(4));
    assertThat(recorder.published).hasSize(20);
  }

  private void ends(Map<String, Object> status) {
    GenericKubernetesResource rollout =
        fixture
            .client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace("policies")
            .withName(WEB.rolloutName())
            .get();
    rollout.setAdditionalProperty("status", status);
    fixture.client.resource(rollout).updateStatus();
    awaited(
        () ->
            assertThat(RolloutStatusTree.status(caches.rollout(WEB).orElseThrow()))
                .isEqualTo(status));
  }

  private void report(String compliant, int number) {
    fixture.report("c1", "policies.web", Map.of("compliant", compliant, "i", number));
    awaited(() -> assertThat(recorder.judged).hasSize(number));
  }

  @Test
  void anEditOfAReplicaRunsAPass() {
    fixture.edit(
        "c1",
        "policies.web",
        replica -> replica.getMetadata().setAnnotations(Map.of("by", "hand")));
    awaited(() -> assertThat(recorder.passes).containsOnly("policies/web"));
  }

  @Test
  void aManagedClusterThatChangesInWhatIsNotReadCostsNothing() {
    fixture
        .at(Kinds.MANAGED_CLUSTER, caches.managedCluster("c1").orElseThrow())
        .editStatus(
            cluster -> {
              Map<String, Object> status = new HashMap<>(HubObjects.part(cluster, "status"));
              status.put("allocatable", Map.of("cpu", "3"));
              cluster.setAdditionalProperty("status", status);
              return cluster;
            });
    awaited(
        () ->
            assertThat(HubObjects.part(caches.managedCluster("c1").orElseThrow(), "status"))
                .containsKey("allocatable"));
    // The next change comes after it through the same watch.
    fixture.managedCluster("c1", "zone: a");
    awaited(() -> assertThat(recorder.passes).hasSize(1));
    assertThat(recorder.judged).hasSize(1);
  }
}
