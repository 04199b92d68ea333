package io.sluice.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Holds when a policy is edited in its rollout, and when the worker is killed.
 *
 * @param release {@code spec.overrideRelease}
 * @param writer after whose writes the policy is edited
 * @param first after how many writes it is edited
 * @param second after how many it is edited again
 * @param crash after how many writes of the worker this is killed
 * @param answerLost whether the answer to the last of them is lost
 */
record EditMoment(
    String release, Writer writer, int first, int second, int crash, boolean answerLost) {
  private static final int NEVER = Integer.MAX_VALUE;

  /** More than there are. */
  private static final int MOST = 100;

  /** About as many as there are. */
  private static final int USUAL = 18;

  private static final int RANDOM = 8;

  enum Writer {
    WORKER,
    PROPAGATOR
  }

  /** By this write a worker has started: one that is killed earlier does not return from that. */
  private static final int STARTED = 5;

  /** Returns one edit after each write, one series after the other, and random pairs of edits. */
  static List<EditMoment> all(String release, long seed) {
    List<EditMoment> moments = new ArrayList<>();
    for (Writer writer : Writer.values()) {
      for (int number = 1; number <= (FaultSample.all() ? MOST : USUAL); number++) {
        moments.add(new EditMoment(release, writer, number, NEVER, NEVER, false));
      }
    }
    Random random = new Random(seed);
    for (int i = 0; i < RANDOM; i++) {
      moments.add(random(release, random));
    }
    return moments;
  }

  private static EditMoment random(String release, Random random) {
    int first = 1 + random.nextInt(USUAL);
    int second = first + 1 + random.nextInt(USUAL);
    int crash = random.nextInt(3) == 0 ? Math.max(STARTED, first + random.nextInt(3)) : NEVER;
    return new EditMoment(release, Writer.WORKER, first, second, crash, random.nextBoolean());
  }

  /** Returns how many edits there are. */
  int edits() {
    return second == NEVER ? 1 : 2;
  }

  /** Returns whether the policy is edited after this write. */
  boolean is(Writer by, int number) {
    return by == writer && (number == first || number == second);
  }

  /** Returns what this moment is one of, each later than those before it. */
  String series() {
    return "%s, %s after a write of the %s"
        .formatted(release, edits() == 1 ? "once" : "twice", writer.name().toLowerCase());
  }
}
