package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.AuditLog;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rolls an enforced policy out on a real API server with the admission policies of {@code
 * deploy/gate}, next to a simulated propagator, by a worker with the rights beside it and those of
 * the gate.
 */
@Timeout(2 * Patience.TEST)
class GateRolloutIT {
  private final BesideEnvironment environment = BesideEnvironment.get();
  private final LocalTestServers servers = new LocalTestServers(environment.servers());
  private RolloutFixture fixture;

  @BeforeEach
  void begin() {
    fixture =
        RolloutFixture.on(servers, "dev=gd1,gd2", "prod=gp1")
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
  }

  @AfterEach
  void remove() {
    fixture.close();
    environment.servers().removeGate();
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anEnforcedPolicyChangesGroupByGroupOnceEachIsApproved(boolean quiet) {
    environment.servers().installGate(BesideEnvironment.WORKER, quiet);
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));

    fixture.stage("two");
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("one", "one", "one");
    // A ticket brings it, too, where a person approves at once.
    Patience.await().until(() -> fixture.clusters().stream().allMatch(this::staged));

    fixture.approve("dev");
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "one")));
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("two", "two", "one");

    fixture.approve("dev", "prod");
    assertThat(fixture.awaitPhase(Patience.MOST, "Done"))
        .containsEntry("outcome", "Succeeded")
        .containsEntry("evidence", Map.of("confirmed", 3, "weak", 0));
    assertThat(fixture.contents()).containsExactly("two", "two", "two");
    // One that is refused brings no label, so that the worker brings it first.
    long patches = quiet ? 1 : 2;
    assertThat(labelled()).isEqualTo(Map.of("gd1", patches, "gd2", patches, "gp1", patches));
    new GateInvariants(
            fixture.namespace(),
            BesideEnvironment.WORKER,
            Map.of("gd1", "dev", "gd2", "dev", "gp1", "prod"))
        .check(servers.accepted(), Set.copyOf(fixture.clusters()));
  }

  private boolean staged(String cluster) {
    return fixture
        .replica(cluster)
        .map(HubObjects::labels)
        .filter(labels -> labels.containsKey(GateLabels.STAGED))
        .isPresent();
  }

  /** Returns how often the worker has labelled the replica of each cluster. */
  private Map<String, Long> labelled() {
    return environment.audit().naming(BesideEnvironment.WORKER, fixture.replicaName()).stream()
        .filter(entry -> entry.verb().equals("patch") && entry.accepted())
        .filter(entry -> entry.resource().equals("policies"))
        .collect(Collectors.groupingBy(AuditLog.Entry::namespace, Collectors.counting()));
  }
}
