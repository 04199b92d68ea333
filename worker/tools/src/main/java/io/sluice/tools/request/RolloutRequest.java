package io.sluice.tools.request;

import io.sluice.tools.option.CliFailure;

/** Decides what a person's request changes in the spec of a Rollout. */
public interface RolloutRequest {
  /** Says what it would do, in messages that go on with the title: {@code pause the rollout of}. */
  String act();

  /** Says what a strategy would be for, where there is none. */
  default String purpose() {
    return " to have it rolled out in steps";
  }

  /** Says in sentences what follows from it, before it is asked for; empty if nothing is to say. */
  default String effect(RequestContext context) {
    return "";
  }

  /**
   * Refuses what it cannot be granted to, whatever the spec says.
   *
   * @throws CliFailure for what is not staged, or has no Rollout object
   */
  default void check(RequestContext context) {
    if (context.strategy().isEmpty()) {
      throw refusal(
          context,
          "it has no rollout strategy and goes to every cluster at once. "
              + context.source().remedy(purpose()));
    }
    if (context.rollout().isEmpty()) {
      throw refusal(
          context,
          "there is no Rollout %s. A Sluice worker on this hub creates it; try again once it is shown by: %s"
              .formatted(context.rolloutName(), context.command("status")));
    }
  }

  /**
   * Decides on what was read just now.
   *
   * @throws CliFailure when the request cannot be granted
   */
  RequestDecision decide(RequestContext context);

  /** Begins messages: {@code Cannot pause the rollout of policy policies/web}. */
  default String cannot(RolloutSource source) {
    return "Cannot %s %s".formatted(act(), source.title());
  }

  /** Refuses it, for a reason that says what to do. */
  default CliFailure refusal(RequestContext context, String why) {
    return new CliFailure("%s: %s".formatted(cannot(context.source()), why));
  }
}
