package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Counts;
import io.sluice.rollout.lifecycle.FieldAdvice;
import org.junit.jupiter.api.Test;

class EndReasonTest {
  @Test
  void aHaltSaysWhatFailedWithoutWhatToSet() {
    RolloutStatus status = ended("Failed", "Halted");
    status.waitingFor =
        "Halted: 1 cluster failed, 0 are tolerated: c1 Failed. " + FieldAdvice.retry("policy", "u");

    assertThat(EndReason.of(status))
        .contains("Halted: 1 cluster failed, 0 are tolerated: c1 Failed.");
    assertThat(EndReason.before(status, 8)).isEqualTo(EndReason.of(status));
  }

  @Test
  void aFailureOfWhichTheNextAttemptIsAwaitedIsCounted() {
    RolloutStatus status = ended("Failed", "Pending");
    status.waitingFor = "Waiting for the next attempt to begin.";
    status.counts = new Counts(10, 0, 0, 0, 7, 2, 1, 0, 0);

    assertThat(EndReason.of(status)).contains("Of 10 clusters 2 failed, 1 timed out.");
  }

  @Test
  void anAttemptThatIsCutOffEndsByTheNextGenerationAndNotByWhatItWaitedFor() {
    RolloutStatus status = ended(null, "WaitingForApproval");
    status.waitingFor = "Waiting for approval of group prod (15 clusters).";

    assertThat(EndReason.of(status)).isEmpty();
    assertThat(EndReason.before(status, 8)).contains("Generation 8 took over.");
    assertThat(EndReason.before(status, 7)).isEmpty();
  }

  @Test
  void anAbortSaysWhoAndASuccessNothing() {
    RolloutStatus aborted = ended("Aborted", "Done");
    aborted.waitingFor =
        "Aborted: aborted by ann. Every cluster keeps what it has. "
            + FieldAdvice.retry("policy", "u");

    assertThat(EndReason.of(aborted))
        .contains("Aborted: aborted by ann. Every cluster keeps what it has.");
    assertThat(EndReason.of(ended("Succeeded", "Done"))).isEmpty();
  }

  private static RolloutStatus ended(String outcome, String phase) {
    RolloutStatus status = new RolloutStatus();
    status.currentRolloutGeneration = 7L;
    status.outcome = outcome;
    status.phase = phase;
    return status;
  }
}
