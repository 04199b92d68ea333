package io.sluice.process;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

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
  private static final int RANDOM = 8;

  enum Writer {
    WORKER,
    PROPAGATOR
  }

  /** Returns that it is never edited. */
  static EditMoment never(String release) {
    return once(release, Writer.WORKER, NEVER);
  }

  /** Returns one edit after that write. */
  static EditMoment once(String release, Writer writer, int number) {
    return new EditMoment(release, writer, number, NEVER, NEVER, false);
  }

  /** Returns random pairs of edits, and the crash of a worker now and then. */
  static List<EditMoment> twice(String release, int writes, long seed) {
    Random random = new Random(seed);
    return Stream.generate(() -> twice(release, writes, random)).limit(RANDOM).toList();
  }

  private static EditMoment twice(String release, int writes, Random random) {
    int first = 1 + random.nextInt(writes);
    int second = first + 1 + random.nextInt(writes);
    int crash = random.nextInt(3) == 0 ? first + random.nextInt(3) : NEVER;
    return new EditMoment(release, Writer.WORKER, first, second, crash, random.nextBoolean());
  }

  /** Returns the same with the first edit one write earlier, for a rollout without so many. */
  EditMoment earlier() {
    if (first == 1) {
      throw new IllegalStateException("A rollout without a write: " + this);
    }
    return new EditMoment(release, writer, first - 1, second, crash, answerLost);
  }

  /** Returns how many edits there are. */
  int edits() {
    return (first == NEVER ? 0 : 1) + (second == NEVER ? 0 : 1);
  }

  /** Returns whether the policy is edited after this write. */
  boolean is(Writer by, int number) {
    return by == writer && (number == first || number == second);
  }
}
