package io.sluice.rehearsal;

import io.sluice.forecast.ApprovalAnswer;
import io.sluice.rollout.strategy.ScalarReader;
import java.util.Optional;

/**
 * Reads when a group is approved: {@code 2h} after the rollout waits for it, {@code @26h} after its
 * start, or {@code never}.
 */
final class ApprovalReader {
  private ApprovalReader() {}

  /** Returns the answer; empty if the text is none. */
  static Optional<ApprovalAnswer> of(String text) {
    if (text.equals("never")) {
      return Optional.of(ApprovalAnswer.NEVER);
    }
    return text.startsWith("@")
        ? ScalarReader.duration(text.substring(1)).map(ApprovalAnswer.AfterStart::new)
        : ScalarReader.duration(text).map(ApprovalAnswer.AfterAsked::new);
  }
}
