package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Renews the Lease of OCM's propagator beside a worker, and stops (policy-propagation 8.1). */
@Timeout(Patience.TEST)
class PropagatorIT {
  private static final String REASON = "PropagatorRunning";
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  @TempDir static Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void nothingIsWrittenBesideThePropagatorAndEverythingOnceItsLeaseHasExpired() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=pr1,pr2", "prod=pr3");
        WorkerJvm worker =
            WorkerJvm.start(
                servers.servers(),
                folder.resolve("worker.log"),
                "--mode",
                "Standalone",
                "--propagator-namespaces",
                fixture.namespace(),
                "--soak-floor",
                "1s")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
      await().atMost(WorkerJvm.START).until(worker::leads);
      fixture.policy("one", PER_GROUP);
      assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");

      try (RenewedLease lease =
          new RenewedLease(fixture.client(), fixture.namespace(), PropagatorGuard.LEASE)) {
        patiently().until(() -> worker.notReady().contains(REASON));
        Instant noticed = Instant.now();
        fixture.policy("two", PER_GROUP);
        fixture.join("prod", "pr4");

        Map<String, Object> status =
            fixture.awaitStatus(
                Patience.MOST,
                found -> String.valueOf(found.get("waitingFor")).contains(lease.name()));
        assertThat(JsonTree.maps(status, "conditions"))
            .anySatisfy(
                condition ->
                    assertThat(condition)
                        .containsEntry("type", "Accepted")
                        .containsEntry("status", "False")
                        .containsEntry("reason", REASON));
        assertThat(worker.notReady()).contains(lease.name(), "governance-policy-propagator");
        assertThat(worker.output()).contains(REASON + ": ").contains(lease.name());
        patiently().until(() -> events(fixture).contains(REASON));
        Patience.stays(
            Duration.ofSeconds(4), () -> assertThat(servers.policyWrites(noticed)).isEmpty());
        assertThat(List.of(fixture.content("pr1"), fixture.content("pr3"), fixture.content("pr4")))
            .containsExactly("one", "one", "");
      }

      fixture.awaitStatus(
          Patience.MOST,
          found -> found.get("attempt").equals(2) && "Succeeded".equals(found.get("outcome")));
      assertThat(fixture.clusters())
          .hasSize(4)
          .allSatisfy(cluster -> assertThat(fixture.content(cluster)).isEqualTo("two"));
      assertThat(worker.leads()).isTrue();
      patiently().until(() -> fixture.row("pr4").equals("Succeeded"));
    }
  }

  private static List<String> events(RolloutFixture fixture) {
    return fixture
        .client()
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(fixture.namespace())
        .list()
        .getItems()
        .stream()
        .map(GenericKubernetesResource::getAdditionalProperties)
        .filter(event -> JsonTree.map(event.get("regarding")).get("name").equals("web"))
        .map(event -> String.valueOf(event.get("reason")))
        .toList();
  }

  private static ConditionFactory patiently() {
    return await().atMost(Patience.MOST).pollInterval(Duration.ofMillis(100));
  }
}
