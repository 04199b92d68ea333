package io.sluice.process;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.devservers.AuditLog;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Shows that a worker behind the gate needs each verb that {@code deploy/gate} grants besides those
 * of {@code deploy/rbac/beside}, and no other, but for those in {@code
 * rights-without-request-gate.txt}.
 */
@Timeout(2 * Patience.TEST)
class GatePermissionsIT {
  /** What the gate is tried with: it refuses that, and nobody writes it. */
  private static final String PROBE = "sluice.gate-probe";

  private final BesideEnvironment environment = BesideEnvironment.get();

  @Test
  void everyVerbOfTheGateIsUsedAndNoRequestIsForbidden() throws IOException {
    long begin;
    environment.servers().installGate(BesideEnvironment.WORKER, false);
    try {
      begin = environment.audit().length();
      play();
    } finally {
      environment.servers().removeGate();
    }
    List<AuditLog.Entry> requests =
        environment.audit().from(begin).stream()
            .filter(entry -> entry.user().equals(BesideEnvironment.WORKER))
            .filter(entry -> !entry.name().equals(PROBE))
            .toList();
    List<Permission> gate = ofGate();
    UsedRights.of(requests)
        .coveredBy(
            Stream.concat(
                    PermissionCheck.needed(
                        HubMode.BESIDE, Optional.of("sluice-system"), PlacementMode.OFF)
                        .stream(),
                    gate.stream())
                .toList())
        .useAll(gate, Optional.of("rights-without-request-gate.txt"));
  }

  private static List<Permission> ofGate() throws IOException {
    return Serialization.unmarshal(
            Files.readString(Path.of("../deploy/gate/role.yaml")), ClusterRole.class)
        .getRules()
        .stream()
        .flatMap(rule -> Permission.of(rule, ""))
        .toList();
  }

  /** A policy that is new behind the gate, edits, the former content again, and the end. */
  private void play() {
    try (RolloutFixture fixture =
        RolloutFixture.on(new LocalTestServers(environment.servers()), "dev=r1", "prod=r2")
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))) {
      environment.propagator().pause();
      try {
        fixture.policy("one", "");
        fixture.stage("one");
      } finally {
        environment.propagator().resume();
      }
      for (String content : List.of("one", "two", "one")) {
        fixture.stage(content);
        fixture.approve("dev", "prod");
        Patience.await().until(() -> fixture.contents().equals(List.of(content, content)));
        fixture.awaitPhase(Patience.MOST, "Done");
      }
      for (String content : List.of("four", "five")) {
        fixture.stage("{{hub .ManagedClusterName hub}}-" + content);
        fixture.approve("dev", "prod");
        Patience.await()
            .until(() -> fixture.contents().equals(List.of("r1-" + content, "r2-" + content)));
        fixture.awaitPhase(Patience.MOST, "Done");
      }
      fixture.client().resource(fixture.root()).delete();
      Patience.await().until(() -> fixture.rollout().isEmpty());
    }
  }
}
