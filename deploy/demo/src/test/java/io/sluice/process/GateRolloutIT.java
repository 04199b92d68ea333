package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.AuditLog;
import io.sluice.hub.gate.GateCheck;
import io.sluice.hub.gate.GateState;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rolls an enforced policy out on a real API server with the admission policies of {@code
 * deploy/gate}, next to a simulated propagator, by a worker with the rights beside it and those of
 * the gate.
 */
@Timeout(2 * Patience.TEST)
class GateRolloutIT {
  private static final String SERVICE_ACCOUNT = "system:serviceaccount:sluice-system:sluice";

  @TempDir private Path folder;

  private final BesideEnvironment environment = BesideEnvironment.get();
  private RolloutFixture fixture;

  /** The worker here is a user, not a ServiceAccount. */
  @BeforeEach
  void install() throws IOException {
    for (String file : List.of("gate.yaml", "quiet/quiet.yaml", "role.yaml", "role-binding.yaml")) {
      Path source = Path.of("../deploy/gate", file);
      Files.writeString(
          folder.resolve(source.getFileName()),
          Files.readString(source).replace(SERVICE_ACCOUNT, BesideEnvironment.WORKER));
    }
    fixture =
        RolloutFixture.on(new LocalTestServers(environment.servers()), "dev=gd1,gd2", "prod=gp1")
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
  }

  @AfterEach
  void remove() {
    fixture.close();
    Stream.of("gate", "quiet", "role", "role-binding")
        .forEach(name -> kubectl("delete --ignore-not-found", name));
  }

  private void kubectl(String verb, String name) {
    environment.run("kubectl %s -f %s".formatted(verb, folder.resolve(name + ".yaml")));
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anEnforcedPolicyChangesGroupByGroupOnceEachIsApproved(boolean quiet) {
    Stream.of("role", "role-binding", "gate").forEach(name -> kubectl("apply", name));
    if (quiet) {
      kubectl("apply", "quiet");
    }
    awaitGate();
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));

    fixture.stage("two");
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("one", "one", "one");

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
  }

  /** A policy of admission takes a moment to count. */
  private void awaitGate() {
    try (KubernetesClient worker = environment.servers().workerClient()) {
      GateCheck check = new GateCheck(worker, "sluice-system");
      Patience.await()
          .untilAsserted(
              () -> assertThat(check.check().state()).isInstanceOf(GateState.Closed.class));
    }
  }

  /** Returns how often the worker has labelled the replica of each cluster. */
  private Map<String, Long> labelled() {
    return environment.audit().naming(BesideEnvironment.WORKER, fixture.replicaName()).stream()
        .filter(entry -> entry.verb().equals("patch") && entry.accepted())
        .filter(entry -> entry.resource().equals("policies"))
        .collect(Collectors.groupingBy(AuditLog.Entry::namespace, Collectors.counting()));
  }
}
