package io.sluice.forecast;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** States when a person approves a group. */
public sealed interface ApprovalAnswer {
  /** It is approved as soon as the rollout waits for it. */
  ApprovalAnswer AT_ONCE = new AfterAsked(Duration.ZERO);

  /** It is never approved. */
  ApprovalAnswer NEVER = new Never();

  /**
   * It is approved this long after the rollout begins to wait for it.
   *
   * <p>It waits for the first group in rollout order that will be approved.
   */
  record AfterAsked(Duration time) implements ApprovalAnswer {
    public AfterAsked {
      requireNonNull(time, "time is null");
    }
  }

  /** It is approved this long after the start of the attempt, whether it is its turn or not. */
  record AfterStart(Duration time) implements ApprovalAnswer {
    public AfterStart {
      requireNonNull(time, "time is null");
    }
  }

  /** It is never approved; see {@link #NEVER}. */
  record Never() implements ApprovalAnswer {}
}
