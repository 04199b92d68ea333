package io.sluice.hub.propagator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.client.Yaml;
import io.sluice.policy.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PropagatorGuardTest {
  private static final Instant START = Instant.parse("2026-02-03T09:00:00Z");

  private final List<GenericKubernetesResource> leases = new ArrayList<>();
  private final TickingClock clock = new TickingClock(START);
  private final PropagatorGuard guard = new PropagatorGuard(() -> leases, clock);

  private void renewedAt(Instant renewal) {
    leases.clear();
    leases.add(
        Yaml.object(
            """
            apiVersion: coordination.k8s.io/v1
            kind: Lease
            metadata: {namespace: open-cluster-management, name: policy-propagator.open-cluster-management.io}
            spec: {holderIdentity: p, leaseDurationSeconds: 15, renewTime: "%s"}
            """
                .formatted(renewal)));
  }

  @Test
  void nothingIsWrittenUntilTheLeaseHasExpired() {
    assertThat(guard.free()).isTrue();
    renewedAt(START.minusSeconds(3));
    assertThat(guard.problem())
        .map(problem -> Problem.message("Cannot propagate policy retail/tls", List.of(problem)))
        .hasValue(
            "Cannot propagate policy retail/tls: Lease"
                + " open-cluster-management/policy-propagator.open-cluster-management.io is being renewed, so OCM's"
                + " propagator runs and writes the same replicas. Scale the deployment"
                + " governance-policy-propagator to 0; Sluice continues when the Lease has"
                + " expired.");
    clock.pass(Duration.ofSeconds(12));
    assertThat(guard.free()).isTrue();
  }

  @Test
  void aLeaseThatWasLeftBehindForbidsNothing() {
    renewedAt(START.minusSeconds(3600));
    assertThat(guard.free()).isTrue();
  }

  /** Whoever may write a Lease writes any instant into it. */
  @Test
  void anInstantAheadForbidsNoMoreThanOneThatIsNow() {
    renewedAt(Instant.parse("2999-01-01T00:00:00Z"));
    assertThat(guard.free()).isFalse();
    clock.pass(Duration.ofSeconds(15));
    assertThat(guard.free()).isTrue();
    clock.pass(Duration.ofDays(1));
    assertThat(guard.free()).isTrue();
  }

  @Test
  void neitherDoesADurationWithoutAnEnd() {
    renewedAt(START);
    leases
        .get(0)
        .setAdditionalProperty(
            "spec", Map.of("leaseDurationSeconds", Long.MAX_VALUE, "renewTime", START.toString()));
    assertThat(guard.free()).isFalse();
    clock.pass(Duration.ofMinutes(5));
    assertThat(guard.free()).isTrue();
  }

  @Test
  void anyOtherChangeIsARenewalToo() {
    renewedAt(START.minusSeconds(3600));
    assertThat(guard.free()).isTrue();
    leases.get(0).getMetadata().setResourceVersion("2");
    assertThat(guard.free()).isFalse();
  }

  @Test
  void aRenewalThatIsSeenCountsWhateverTheClockOfItsHolderSays() {
    renewedAt(START.minusSeconds(3600));
    assertThat(guard.free()).isTrue();
    renewedAt(START.minusSeconds(3598));
    assertThat(guard.free()).isFalse();
    clock.pass(Duration.ofSeconds(14));
    assertThat(guard.free()).isFalse();
    clock.pass(Duration.ofSeconds(2));
    assertThat(guard.free()).isTrue();
  }
}
