package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rolls a policy with hub templates out through the gate, next to a simulated propagator, which
 * renders them (gate 5 and 6).
 */
@Tag("nightly")
@Timeout(300)
class GateTemplateRolloutTest {
  private static final String SITE = "{{hub .ManagedClusterLabels.site hub}}";

  private final InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();
  private final RolloutFixture fixture =
      RolloutFixture.on(servers, "dev=d1,d2", "prod=p1")
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
  private final Propagator propagator =
      Propagator.start(servers.client(), PropagatorOptions.DEFAULTS);

  @AfterEach
  void close() {
    propagator.close();
    fixture.close();
  }

  @BeforeEach
  void begin() {
    fixture
        .client()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName("sluice-system")
                .endMetadata()
                .build())
        .createOr(existing -> null);
    site("rome");
    fixture.policy("\"%s-one\"".formatted(SITE), "");
    Patience.await()
        .until(() -> fixture.contents().equals(List.of("rome-one", "rome-one", "rome-one")));
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void eachGroupGetsTheNewTemplateOnceItIsApproved(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.start(RolloutFixture.QUICK);

    fixture.stage(SITE + "-two");
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("rome-one", "rome-one", "rome-one");

    fixture.approve("dev");
    Patience.await()
        .until(() -> fixture.contents().equals(List.of("rome-two", "rome-two", "rome-one")));
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");

    fixture.approve("dev", "prod");
    assertThat(fixture.awaitPhase(Patience.MOST, "Done"))
        .containsEntry("outcome", "Succeeded")
        .containsEntry("evidence", Map.of("confirmed", 3, "weak", 0));
    assertThat(fixture.contents()).containsExactly("rome-two", "rome-two", "rome-two");
  }

  /** What a site's label says is another version of the same generation. */
  @Test
  void anotherInputReachesEachGroupOnceItIsApproved() {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, true));
    fixture.start(RolloutFixture.QUICK);
    fixture.stage(SITE + "-two");
    fixture.approve("dev", "prod");
    fixture.awaitPhase(Patience.MOST, "Done");

    fixture.approve();
    site("oslo");
    fixture.awaitStatus(Patience.MOST, status -> Integer.valueOf(2).equals(status.get("attempt")));
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("rome-two", "rome-two", "rome-two");

    fixture.approve("dev");
    Patience.await()
        .until(() -> fixture.contents().equals(List.of("oslo-two", "oslo-two", "rome-two")));
    fixture.approve("dev", "prod");
    assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
    assertThat(fixture.contents()).containsExactly("oslo-two", "oslo-two", "oslo-two");
    assertThat(fixture.status()).containsEntry("attempt", 2);
  }

  private void site(String name) {
    for (String cluster : fixture.clusters()) {
      fixture
          .client()
          .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
          .withName(cluster)
          .edit(
              managed -> {
                managed.getMetadata().setLabels(Map.of("site", name));
                return managed;
              });
    }
  }
}
