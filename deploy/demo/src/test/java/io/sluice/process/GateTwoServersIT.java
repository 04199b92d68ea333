package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.SecondApiServer;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.gate.GateCheck;
import io.sluice.hub.gate.GateState;
import io.sluice.settings.LeaseSettings;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rolls a policy out through the gate on a hub of two API servers: the worker writes tickets by the
 * one, the propagator replicas by the other (gate 9).
 */
@ExtendWith(BesideSetup.class)
@Timeout(Patience.TEST)
class GateTwoServersIT {
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void eachServerHoldsWhatTheOtherHasNotLetGo(boolean quiet) {
    LocalTestServers servers = new LocalTestServers(SharedDevServers.get());
    try (SecondApiServer second = SecondApiServer.start(servers.servers());
        KubernetesClient propagator = second.client("propagator", "system:masters");
        KubernetesClient worker = second.client("sluice", "sluice-workers");
        GateFixture fixture = GateFixture.of(servers.auditedBy(second.audit()), quiet)) {
      fixture.propagateThrough(propagator);
      GateCheck gate = new GateCheck(worker, LeaseSettings.NAMESPACE);
      // Each server takes a moment to see a policy of admission.
      Patience.await()
          .untilAsserted(
              () -> assertThat(gate.check().state()).isInstanceOf(GateState.Closed.class));

      fixture.rollout.stage("two");
      fixture.awaitApproval(1, "dev");
      fixture.await("one", "one", "one");
      fixture.rollout.approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "one");
      fixture.rollout.approve();
      fixture.rollout.stage("three");
      fixture.awaitApproval(2, "dev");
      fixture.await("two", "two", "one");
      fixture.rollout.approve("dev", "prod");
      fixture.awaitEnd(2, "Succeeded");
      fixture.await("three", "three", "three");
      fixture.check();
      assertThat(second.audit().accepted(fixture.rollout.replicaName()))
          .as("writes by the second server")
          .isNotEmpty();
    }
  }
}
