package io.sluice.oracle;

import java.util.Optional;

/**
 * Says where one cluster stands, after its clocks were read (rollout-strategy F4).
 *
 * @param failed whether it counts as a failure; in flight and failed is possible
 * @param entry what the lists show: of a cluster in flight or just expired always, of one not
 *     started if the caller gave an entry, of others never
 */
record ClusterClass(Stage stage, boolean failed, Optional<ResultEntry> entry) {
  enum Stage {
    NOT_STARTED,
    IN_FLIGHT,
    FINISHED,
    /** Finished by this very call: its deadline is over. */
    EXPIRED
  }

  /** A cluster of which nothing is known. */
  static final ClusterClass UNTOUCHED =
      new ClusterClass(Stage.NOT_STARTED, false, Optional.empty());

  boolean notStarted() {
    return stage == Stage.NOT_STARTED;
  }

  boolean inFlight() {
    return stage == Stage.IN_FLIGHT;
  }
}
