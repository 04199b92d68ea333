package io.sluice.workflow;

import io.sluice.explain.PresentReader;
import io.sluice.fleet.NameDistance;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Progress;
import io.sluice.workflow.PolicyRolloutWorkflow.WhyAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Answers the query {@code why} from the present state of a run. */
final class WhyQuery {
  private static final int MOST_NAMES = 5;

  private WhyQuery() {}

  static WhyAnswer answer(
      AttemptRef attempt,
      AttemptState state,
      Optional<Progress> progress,
      RequestArgument<String> cluster,
      Instant now) {
    if (cluster.request().isEmpty()) {
      return refused(attempt, "Cannot explain: %s. Send \"cluster7\".", cluster.problem());
    }
    String name = cluster.request().get();
    if (progress.isEmpty()) {
      return refused(
          attempt,
          "Cannot explain cluster %s: the rollout has not seen the hub yet. Try again.",
          name);
    }
    PresentReader reader = new PresentReader(state, progress.get(), now);
    return reader
        .of(name)
        .map(found -> new WhyAnswer(attempt, Optional.of(found), Optional.empty()))
        .orElseGet(() -> refused(attempt, "%s", unknown(attempt, name, reader.names())));
  }

  private static String unknown(AttemptRef attempt, String name, List<String> names) {
    return names.isEmpty()
        ? "Cannot explain cluster %s: the rollout of %s has no clusters. Look at its placements."
            .formatted(name, attempt.policy())
        : "Cannot explain cluster %s: it is none of the %d of the rollout of %s. Near it: %s."
            .formatted(
                name,
                names.size(),
                attempt.policy(),
                String.join(", ", NameDistance.nearest(name, names, MOST_NAMES)));
  }

  private static WhyAnswer refused(AttemptRef attempt, String message, String part) {
    return new WhyAnswer(attempt, Optional.empty(), Optional.of(message.formatted(part)));
  }
}
