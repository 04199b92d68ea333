package io.sluice.hub.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.client.Yaml;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KarmadaGuardTest {
  private static final Instant START = Instant.parse("2026-02-03T09:00:00Z");

  private Optional<GenericKubernetesResource> lease = Optional.empty();
  private final TickingClock clock = new TickingClock(START);
  private final KarmadaGuard guard = new KarmadaGuard(() -> lease, clock);

  private void renewed(String holder, String renewal) {
    lease =
        Optional.of(
            Yaml.object(
                """
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {namespace: karmada-system, name: karmada-controller-manager}
                spec: {holderIdentity: "%s", leaseDurationSeconds: 15, renewTime: "%s"}
                """
                    .formatted(holder, renewal)));
  }

  @Test
  void nothingIsWrittenUntilTheLeaseHasExpired() {
    assertThat(guard.problem()).isEmpty();
    renewed("karmada-1", "2026-02-03T08:59:57.000000Z");
    assertThat(guard.problem())
        .hasValue(
            "Cannot propagate templates: Lease karmada-system/karmada-controller-manager is being"
                + " renewed, so Karmada's controllers write the same objects. Stop them, and Sluice"
                + " continues when the Lease has expired; or run Sluice without --karmada.");
    clock.pass(Duration.ofSeconds(12));
    assertThat(guard.problem()).isEmpty();
  }

  @Test
  void aLeaseThatWasGivenUpForbidsNothing() {
    renewed("", START.toString());
    assertThat(guard.problem()).isEmpty();
  }

  @Test
  void aRenewalThatIsSeenCountsWhateverTheClockOfItsHolderSays() {
    renewed("karmada-1", "2026-02-03T10:00:00+02:00");
    assertThat(guard.problem()).isEmpty();
    renewed("karmada-1", "2026-02-03T10:00:02+02:00");
    assertThat(guard.problem()).isPresent();
    clock.pass(Duration.ofSeconds(16));
    assertThat(guard.problem()).isEmpty();
  }
}
