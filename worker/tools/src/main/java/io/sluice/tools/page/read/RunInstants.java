package io.sluice.tools.page.read;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.RolloutTarget;
import io.sluice.tools.page.model.NextInstants;
import java.util.Map;
import java.util.Optional;

/** Answers when soaks and deadlines of the clusters of an open run end. */
public interface RunInstants {
  /** Knows nothing: only the hub is asked. */
  RunInstants NOT_ASKED = (target, rolloutUid) -> Answer.of(Map.of());

  /** Returns what is known of that attempt. */
  Answer of(RolloutTarget target, String rolloutUid);

  /**
   * Holds an answer.
   *
   * @param clusters those in flight
   * @param problem a sentence on why there is none
   */
  record Answer(Map<String, NextInstants> clusters, Optional<String> problem) {
    public Answer {
      clusters = Map.copyOf(clusters);
      requireNonNull(problem, "problem is null");
    }

    static Answer of(Map<String, NextInstants> clusters) {
      return new Answer(clusters, Optional.empty());
    }

    static Answer failed(String problem) {
      return new Answer(Map.of(), Optional.of(problem));
    }
  }
}
