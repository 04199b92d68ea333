package io.sluice.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import java.util.List;

/**
 * Words why a policy is not rolled out: the condition Accepted when it is False (rollout-strategy
 * 1.6).
 *
 * @param reason that of the first problem
 * @param message one for all problems
 */
public record Refusal(String reason, String message) {
  /** How the message of every refusal begins. */
  public static final String PREFIX = "Cannot roll out policy ";

  public Refusal {
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
  }

  /** Sums up problems, which may come from several readers and in any order. */
  public static Refusal of(PolicyName policy, List<Problem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("Cannot refuse a rollout: there is no problem. Start it.");
    }
    return new Refusal(
        Problem.sorted(problems).get(0).reason(), Problem.message(PREFIX + policy, problems));
  }

  public boolean is(RefusalReason other) {
    return reason.equals(other.word());
  }
}
