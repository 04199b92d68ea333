package io.sluice.simulator.propagator;

import static io.sluice.simulator.SimulatorPatience.await;
import static io.sluice.simulator.propagator.PropagatorFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class HeldLeaseTest {
  private static final PropagatorOptions QUICK =
      PropagatorOptions.DEFAULTS.withLease(Duration.ofSeconds(2));

  private static LeaseSpec lease(PropagatorFixture fixture) {
    return fixture
        .client
        .leases()
        .inNamespace("open-cluster-management")
        .withName("policy-propagator.open-cluster-management.io")
        .get()
        .getSpec();
  }

  @Test
  void theLeaseIsRenewedWhileThePropagatorRunsAndLeftWhenItStops() {
    try (PropagatorFixture fixture = new PropagatorFixture()) {
      Propagator propagator = fixture.start(QUICK);
      ZonedDateTime first = lease(fixture).getRenewTime();
      assertThat(lease(fixture).getLeaseDurationSeconds()).isEqualTo(2);
      soon(() -> assertThat(lease(fixture).getRenewTime()).isAfter(first));

      propagator.close();
      assertStill(fixture);
      assertThat(lease(fixture).getHolderIdentity()).isNotEmpty();
    }
  }

  @Test
  void theLeaseIsNotRenewedWhileThePropagatorIsFrozen() {
    try (PropagatorFixture fixture = new PropagatorFixture()) {
      Propagator propagator = fixture.start(QUICK);
      propagator.pause();
      assertStill(fixture);
      ZonedDateTime last = lease(fixture).getRenewTime();
      propagator.resume();
      soon(() -> assertThat(lease(fixture).getRenewTime()).isAfter(last));
    }
  }

  @Test
  void aReleasedLeaseHasNoHolderAndRunsOutAtOnce() {
    try (PropagatorFixture fixture = new PropagatorFixture()) {
      fixture.start(QUICK).release();
      assertThat(lease(fixture).getHolderIdentity()).isNull();
      assertThat(lease(fixture).getLeaseDurationSeconds()).isEqualTo(1);
    }
  }

  @Test
  void withoutLeaderElectionThereIsNoLease() {
    try (PropagatorFixture fixture = new PropagatorFixture()) {
      fixture.start(QUICK.withoutLease()).release();
      assertThat(fixture.client.leases().inAnyNamespace().list().getItems()).isEmpty();
    }
  }

  private static void assertStill(PropagatorFixture fixture) {
    // A renewal may be on its way when the propagator stops or freezes.
    AtomicReference<ZonedDateTime> last = new AtomicReference<>();
    await()
        .during(Duration.ofSeconds(1))
        .until(
            () -> {
              ZonedDateTime renewed = lease(fixture).getRenewTime();
              return renewed.equals(last.getAndSet(renewed));
            });
  }
}
