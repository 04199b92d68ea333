package io.sluice.hub.write;

import static io.sluice.hub.HubPatience.await;
import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ReplicaStatusPublisherTest {
  private static final Duration EVERY = Duration.ofMillis(300);

  private final List<GenericKubernetesResource> leases = new CopyOnWriteArrayList<>();
  private TestHub hub;
  private ReplicaStatusPublisher publisher;

  @BeforeEach
  void start() {
    hub = new TestHub();
    replicaOn("c1");
    publisher =
        new ReplicaStatusPublisher(
            hub.client, new PropagatorGuard(() -> leases, Clock.systemUTC()), EVERY, EVERY);
  }

  @AfterEach
  void stop() {
    publisher.close();
    hub.close();
  }

  private void replicaOn(String cluster) {
    hub.cluster(cluster, true);
    hub.create(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata:
          name: retail.tls
          namespace: %s
          labels: {policy.open-cluster-management.io/root-policy: retail.tls}
        spec: {disabled: false, policy-templates: []}
        """
            .formatted(cluster));
  }

  private CachedReplica replica() {
    return ReplicaParser.of(hub.replica("c1")).orElseThrow();
  }

  private void publish(String status) {
    publish(replica(), Map.of("c1", status));
  }

  private void publish(CachedReplica seen, Map<String, String> statuses) {
    publisher.publish(POLICY, Map.of("c1", seen), statuses, false);
  }

  private Optional<String> shown() {
    return replica().rolloutStatus();
  }

  /** A patch is counted with its answer, a moment after it shows. */
  private void awaitPatches(int number) {
    await().untilAsserted(() -> assertThat(patches()).isEqualTo(number));
  }

  /** Publishes all this before any of it is written. */
  private void atOnce(Runnable publications) {
    leases.add(renewedLease());
    publications.run();
    leases.clear();
  }

  private long patches() {
    return hub.hub.writes().stream()
        .filter(write -> write.subresource().equals("status") && write.verb().equals("patch"))
        .count();
  }

  @Test
  void onlyThatFieldOfTheStatusIsWritten() {
    hub.report("c1", "Compliant", "event", NOW);
    Map<String, Object> before = HubObjects.part(hub.replica("c1"), "status");
    long generation = HubObjects.generation(hub.replica("c1"));
    publish("Progressing");
    await().until(() -> shown().equals(Optional.of("Progressing")));

    Map<String, Object> after = HubObjects.part(hub.replica("c1"), "status");
    assertThat(after.remove("rolloutStatus")).isEqualTo("Progressing");
    assertThat(after).isEqualTo(before);
    assertThat(HubObjects.generation(hub.replica("c1"))).isEqualTo(generation);
    publish("Progressing");
    awaitPatches(1);
  }

  @Test
  void theReplicaIsNotReadBefore() {
    CachedReplica seen = replica();
    hub.hub.forgetRequests();
    publish(seen, Map.of("c1", "Progressing"));
    await().until(() -> patches() == 1);
    assertThat(hub.hub.requests()).doesNotContainKey("get policies");
  }

  @Test
  void itComesBackWhenASpokeHasReplacedTheWholeStatus() {
    publish("Succeeded");
    await().until(() -> shown().equals(Optional.of("Succeeded")));
    hub.report("c1", "Compliant", "event", NOW);
    assertThat(shown()).isEmpty();
    publish("Succeeded");
    await().until(() -> shown().equals(Optional.of("Succeeded")));
  }

  @Test
  void oneStateOfAReplicaIsPatchedOnce() {
    CachedReplica seen = replica();
    publish(seen, Map.of("c1", "Progressing"));
    await().until(() -> shown().equals(Optional.of("Progressing")));
    for (int i = 0; i < 20; i++) {
      publish(seen, Map.of("c1", "Progressing"));
    }
    publish(seen, Map.of("c1", "Succeeded"));
    await().until(() -> shown().equals(Optional.of("Succeeded")));
    awaitPatches(2);
  }

  @Test
  void aStatusThatChangesAtOnceIsNotWritten() {
    CachedReplica seen = replica();
    atOnce(
        () -> {
          publish(seen, Map.of("c1", "Progressing"));
          publish(seen, Map.of("c1", "Succeeded"));
        });
    await().until(() -> shown().equals(Optional.of("Succeeded")));
    awaitPatches(1);
  }

  @Test
  void ofABurstTheLastStatusIsWritten() {
    CachedReplica seen = replica();
    publish(seen, Map.of("c1", "ToApply"));
    await().until(() -> patches() == 1);
    atOnce(
        () -> {
          for (String status : new String[] {"Progressing", "Failed", "TimeOut"}) {
            publish(seen, Map.of("c1", status));
          }
        });
    await().until(() -> shown().equals(Optional.of("TimeOut")));
    awaitPatches(2);
  }

  @Test
  void theFieldGoesWhenThePolicyIsNotStagedAnyMore() {
    publish("Succeeded");
    await().until(() -> shown().isPresent());
    publish(replica(), Map.of());
    await().until(() -> shown().isEmpty());
  }

  @Test
  void aReplicaThatIsGoneIsNotMadeAnewAndDoesNotHoldUpOthers() {
    CachedReplica gone = replica();
    hub.delete(hub.replica("c1"));
    publish(gone, Map.of("c1", "ToApply"));
    replicaOn("c2");
    CachedReplica present = ReplicaParser.of(hub.replica("c2")).orElseThrow();
    publisher.publish(
        POLICY,
        Map.of("c1", gone, "c2", present),
        Map.of("c1", "Succeeded", "c2", "Succeeded"),
        false);
    await()
        .until(
            () ->
                ReplicaParser.of(hub.replica("c2"))
                    .orElseThrow()
                    .rolloutStatus()
                    .equals(Optional.of("Succeeded")));
    assertThat(hub.replica("c1")).isNull();
  }

  @Test
  void whatIsDueWhenThePropagatorStartsIsWrittenAfterIt() {
    leases.add(renewedLease());
    publish("Progressing");
    await().during(EVERY.multipliedBy(4)).until(() -> patches() == 0);
    assertThat(shown()).isEmpty();
    leases.clear();
    await().until(() -> shown().equals(Optional.of("Progressing")));
  }

  private static GenericKubernetesResource renewedLease() {
    return Yaml.object(
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {namespace: open-cluster-management, name: %s}
        spec: {holderIdentity: p, leaseDurationSeconds: 60, renewTime: "%s"}
        """
            .formatted(PropagatorGuard.LEASE, Instant.now()));
  }

  @Test
  void whatChangesWhileARunIsOpenIsWrittenAsWell() {
    publisher.publish(POLICY, Map.of("c1", replica()), Map.of("c1", "Progressing"), true);
    await().until(() -> shown().equals(Optional.of("Progressing")));
    publisher.publish(POLICY, Map.of("c1", replica()), Map.of("c1", "Succeeded"), false);
    await().until(() -> shown().equals(Optional.of("Succeeded")));
  }

  @Test
  void aRefusedPatchIsTriedAgain() {
    hub.hub
        .faults()
        .inject(RequestMatcher.anything().verb("patch").kind("Policy"), Fault.error(403), 1);
    publish("ToApply");
    await().until(() -> shown().equals(Optional.of("ToApply")));
  }
}
