package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ends an attempt in the status of its Rollout where no run does it. */
class AbortedStatusTest {
  private static final Instant NOW = Instant.parse("2026-03-04T10:00:00.5Z");

  private static Optional<Map<String, Object>> aborted(String status) {
    return AbortedStatus.of(RolloutFixture.withStatus(status), "the hub was let go", NOW);
  }

  @Test
  void anOpenAttemptEndsAsAbortedAndKeepsAllElse() {
    Map<String, Object> status =
        aborted(
                "{attempt: 3, rolloutUID: u3, runOpen: true, phase: Progressing, strange: kept,"
                    + " nextCheckAt: x, lastSuccessfulRevision: web-1, counts: {clusters: 4}}")
            .orElseThrow();

    assertThat(status)
        .containsEntry("outcome", "Aborted")
        .containsEntry("phase", "Done")
        .containsEntry("rolloutStatus", "Failed")
        .containsEntry("runOpen", false)
        .containsEntry("endedAt", "2026-03-04T10:00:00Z")
        .containsEntry(
            "waitingFor",
            "Aborted: the hub was let go. Every cluster keeps what it has. Change the policy, or"
                + " set spec.retryRollout.rolloutUID to u3.")
        .containsEntry("strange", "kept")
        .containsEntry("attempt", 3)
        .containsEntry("lastSuccessfulRevision", "web-1")
        .containsEntry("counts", Map.of("clusters", 4))
        .doesNotContainKey("nextCheckAt");
  }

  @Test
  void anOutcomeThatIsSetStays() {
    Map<String, Object> status =
        aborted("{runOpen: true, phase: Halted, outcome: Failed, rolloutStatus: Failed}")
            .orElseThrow();

    assertThat(status)
        .containsEntry("runOpen", false)
        .containsEntry("outcome", "Failed")
        .containsEntry("phase", "Halted");
  }

  @Test
  void anAttemptThatHasEndedIsLeftAlone() {
    assertThat(aborted("{runOpen: false, phase: Done, outcome: Succeeded}")).isEmpty();
  }
}
