package io.sluice.workflow;

import static java.util.Objects.requireNonNull;

import io.sluice.check.CheckKey;
import io.sluice.check.CheckReply;
import io.sluice.rollout.Counts;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * Asks for evidence from elsewhere, on a task queue of its own (between-waves K4). Package {@code
 * io.sluice.hub.check} implements it.
 *
 * <p>Whatever goes wrong is part of the answer, which is {@code wait} then (K2).
 */
@ActivityInterface
public interface CheckActivities {
  /** Asks once. */
  @ActivityMethod(name = "AskCheck")
  CheckReply ask(CheckQuestion question);

  /**
   * Describes what is asked.
   *
   * @param clusters of the group
   */
  record CheckQuestion(AttemptRef attempt, CheckKey key, Counts clusters) {
    public CheckQuestion {
      requireNonNull(attempt, "attempt is null");
      requireNonNull(key, "key is null");
      requireNonNull(clusters, "clusters is null");
    }
  }
}
