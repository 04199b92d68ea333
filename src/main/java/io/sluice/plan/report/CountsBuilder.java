package io.sluice.plan.report;

import io.sluice.rollout.Counts;
import io.sluice.rollout.Stage;

/** Counts the clusters of one group, each once, while they are gone through. */
final class CountsBuilder {
  private static final int STAGES = Stage.values().length;

  private final int[] started = new int[STAGES];
  private int waiting;
  private int ignored;

  void start(Stage stage) {
    started[stage.ordinal()]++;
  }

  void await() {
    waiting++;
  }

  void ignore() {
    ignored++;
  }

  Counts counts() {
    int progressing = of(Stage.STARTED) + of(Stage.DISPATCHED);
    int ended =
        of(Stage.SUCCEEDED) + of(Stage.FAILED) + of(Stage.TIMED_OUT) + of(Stage.NEW_CLUSTER);
    return new Counts(
        waiting + progressing + of(Stage.SOAKING) + ended + ignored,
        waiting,
        progressing,
        of(Stage.SOAKING),
        of(Stage.SUCCEEDED),
        of(Stage.FAILED),
        of(Stage.TIMED_OUT),
        of(Stage.NEW_CLUSTER),
        ignored);
  }

  private int of(Stage stage) {
    return started[stage.ordinal()];
  }
}
