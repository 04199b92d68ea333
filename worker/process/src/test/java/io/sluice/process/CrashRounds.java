package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays rollouts in which a worker is killed after one of its writes, with and without the answer
 * to that write.
 *
 * <p>How many writes a rollout makes is found, for it depends on the machine: where that stands
 * still for a while, its status is written less often.
 */
final class CrashRounds {
  private static final Logger LOG = LoggerFactory.getLogger(CrashRounds.class);

  private final Rollouts rollouts;

  CrashRounds(Rollouts rollouts) {
    this.rollouts = rollouts;
  }

  /**
   * Tells when a worker is killed.
   *
   * @param after the number of the last write that it makes
   */
  record Crash(int after, boolean answerLost) {
    @Override
    public String toString() {
      return "crash after write %d, %s answer, -Dsluice.faults.seed=%d"
          .formatted(after, answerLost ? "without its" : "with its", FaultSample.seed());
    }
  }

  /** Plays one rollout after the other, each of a new version, and checks each. */
  interface Rollouts {
    /** Plays the first one, and returns how many writes it took. */
    int withoutCrash();

    /** Plays the next one; returns whether the worker was killed before its end. */
    boolean killed(Crash crash);
  }

  /**
   * Plays all crashes, or some of them.
   *
   * @param least no rollout does with fewer writes
   */
  void play(String name, int least) {
    int found = rollouts.withoutCrash();
    LOG.warn(
        "{}: {} writes without a crash, -Dsluice.faults.seed={}", name, found, FaultSample.seed());
    if (FaultSample.all()) {
      assertThat(killAfterEach()).as("writes").isGreaterThanOrEqualTo(least);
    } else {
      FaultSample.of(crashes(found), 1).forEach(this::killAfter);
    }
  }

  private static List<Crash> crashes(int writes) {
    return IntStream.rangeClosed(1, writes)
        .boxed()
        .flatMap(after -> Stream.of(new Crash(after, false), new Crash(after, true)))
        .toList();
  }

  /** Returns after how many writes a worker was killed last: later ones there were none. */
  private int killAfterEach() {
    int after = 1;
    while (rollouts.killed(new Crash(after, false)) | rollouts.killed(new Crash(after, true))) {
      after++;
    }
    LOG.warn("killed after each of {} writes", after - 1);
    return after - 1;
  }

  /** A rollout that ends before its crash is followed by one that is killed earlier. */
  private void killAfter(Crash crash) {
    int after = crash.after();
    while (after > 0 && !rollouts.killed(new Crash(after, crash.answerLost()))) {
      after--;
    }
    assertThat(after).as("writes before the crash").isPositive();
  }
}
