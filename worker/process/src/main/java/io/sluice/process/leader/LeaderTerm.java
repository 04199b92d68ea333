package io.sluice.process.leader;

import io.sluice.hub.transport.WriteGuard;
import java.time.Duration;
import java.util.Optional;

/**
 * Holds one time of leading, and refuses its writes once the Lease was not renewed within the renew
 * deadline (rollout-strategy 3.2).
 *
 * <p>A term that has ended never begins again: what is left of its duties writes nothing, also when
 * the process leads anew.
 */
public final class LeaderTerm implements WriteGuard {
  private final LeaseClock clock;
  private final Duration renewDeadline;
  private volatile LeaseClock.Mark renewed;
  private volatile boolean ended;

  LeaderTerm(LeaseClock clock, Duration renewDeadline, LeaseClock.Mark begun) {
    this.clock = clock;
    this.renewDeadline = renewDeadline;
    this.renewed = begun;
  }

  /**
   * Notes a renewal.
   *
   * @param asked when it was sent; the answer may be late
   */
  void renewed(LeaseClock.Mark asked) {
    renewed = asked;
  }

  void end() {
    ended = true;
  }

  boolean valid() {
    return refusal().isEmpty();
  }

  @Override
  public Optional<String> refusal() {
    Duration silence = clock.since(renewed);
    if (silence.compareTo(renewDeadline) > 0) {
      return Optional.of(
          "its Lease was renewed %d s ago, and counts for %d s"
              .formatted(silence.toSeconds(), renewDeadline.toSeconds()));
    }
    return ended ? Optional.of("it has stopped leading") : Optional.empty();
  }
}
