package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** OCM's propagator is started while a rollout is open (policy-propagation 8.1). */
@Tag("nightly")
@Timeout(300)
class PropagatorRolloutTest {
  private static final Duration SOON = Patience.MOST;

  private static void renew(RolloutFixture fixture, int seconds) {
    fixture
        .client()
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(fixture.namespace())
                .withName("policy-propagator.open-cluster-management.io")
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("propagator")
                .withLeaseDurationSeconds(seconds)
                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                .endSpec()
                .build())
        .createOr(lease -> lease.update());
  }

  @Test
  void anOpenRolloutWaitsForThePropagatorToStopAndThenGoesOn() {
    try (RolloutFixture fixture = RolloutFixture.of("dev=d1", "prod=p1")) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(
              RolloutFixture.QUICK.with(
                  settings ->
                      settings.propagatorNamespaces(
                          new PropagatorNamespaces(List.of(fixture.namespace())))));
      fixture.policy("one", "{type: manualPerGroup}");
      fixture.approve("dev");
      fixture.awaitStatus(
          SOON,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));

      renew(fixture, 3600);
      fixture.awaitStatus(
          SOON, found -> String.valueOf(found.get("waitingFor")).contains("is being renewed"));
      fixture.approve("dev", "prod");
      Patience.await().during(Duration.ofSeconds(2)).until(() -> fixture.replica("p1").isEmpty());
      assertThat(JsonTree.maps(fixture.status(), "exceptions"))
          .noneMatch(exception -> "CannotWrite".equals(exception.get("reason")));
      assertThat(JsonTree.maps(fixture.status(), "conditions"))
          .anyMatch(condition -> "PropagatorRunning".equals(condition.get("reason")));

      renew(fixture, 1);
      assertThat(fixture.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
      assertThat(fixture.content("p1")).isEqualTo("one");
      assertThat(fixture.status()).containsEntry("attempt", 1);
    }
  }
}
