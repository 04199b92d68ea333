package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import java.time.Duration;
import java.util.Map;
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
@Timeout(Patience.TEST)
class GateTemplateRolloutTest {
  private static final String SITE = "{{hub .ManagedClusterLabels.site hub}}";

  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void eachGroupGetsTheNewTemplateOnceItIsApproved(boolean quiet) {
    try (GateFixture fixture = begin(quiet)) {
      fixture.rollout.stage(SITE + "-two");
      fixture.awaitApproval(1, "dev");
      fixture.await("rome-one", "rome-one", "rome-one");

      fixture.rollout.approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.await("rome-two", "rome-two", "rome-one");

      fixture.rollout.approve("dev", "prod");
      fixture.awaitEnd(1, "Succeeded");
      assertThat(fixture.rollout.status())
          .containsEntry("evidence", Map.of("confirmed", 3, "weak", 0));
      fixture.await("rome-two", "rome-two", "rome-two");
      fixture.check();
    }
  }

  /** What a site's label says is another version of the same generation. */
  @Test
  void anotherInputReachesEachGroupOnceItIsApproved() {
    try (GateFixture fixture = begin(true)) {
      fixture.rollOut(SITE + "-two");
      site(fixture, "oslo");
      fixture.awaitApproval(2, "dev");
      fixture.await("rome-two", "rome-two", "rome-two");

      fixture.rollout.approve("dev");
      fixture.awaitApproval(2, "prod");
      fixture.await("oslo-two", "oslo-two", "rome-two");
      fixture.finish(2, "oslo-two");
    }
  }

  /** Only the propagator renders the version that all others had before it (gate 4.6). */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void nothingIsWrittenToAClusterThatJoinsAfterAnAbort(boolean quiet) {
    try (GateFixture fixture = begin(quiet)) {
      fixture.rollOut(SITE + "-two");
      fixture.rollout.approve("dev");
      fixture.rollout.stage(SITE + "-three");
      fixture.awaitApproval(2, "prod");
      fixture.abort();
      fixture.awaitEnd(2, "Aborted");

      fixture.rollout.join("dev", "d3");
      Patience.stays(
          Duration.ofSeconds(3),
          () ->
              assertThat(fixture.rollout.contents())
                  .containsExactly("rome-three", "rome-three", "", "rome-two"));
      assertThat(
              fixture.servers().accepted().stream()
                  .filter(write -> write.namespace().equals("d3"))
                  .filter(write -> write.name().equals(fixture.rollout.replicaName())))
          .isEmpty();
      fixture.check();
    }
  }

  private GateFixture begin(boolean quiet) {
    GateFixture fixture = GateFixture.empty(servers(), quiet);
    site(fixture, "rome");
    fixture.rollout.policy("\"%s-one\"".formatted(SITE), "");
    fixture.await("rome-one", "rome-one", "rome-one");
    return fixture.start();
  }

  private static void site(GateFixture fixture, String name) {
    for (String cluster : fixture.rollout.clusters()) {
      fixture
          .rollout
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
