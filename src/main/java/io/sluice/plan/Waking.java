package io.sluice.plan;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds the instant at which an attempt has to look again, and words what it waits for.
 *
 * <p>The words stand on a timer in Temporal's timeline, where about 40 characters can be read.
 */
final class Waking {
  private static final int LONGEST_LABEL = 16;

  private final Ledger ledger;
  private final Clocks clocks;
  private final Instant now;

  Waking(Ledger ledger, Instant now) {
    this.ledger = ledger;
    this.clocks = ledger.clocks();
    this.now = now;
  }

  /**
   * The first of both.
   *
   * @param recheckAt when the selection may change (rollout-strategy F12)
   * @param retries whether refused writes are tried again
   * @param provideAt when what clusters run until their turn is tried again
   */
  Optional<Wake> first(Optional<Instant> recheckAt, boolean retries, Optional<Instant> provideAt) {
    Stream<Wake> recheck = recheckAt.map(at -> new Wake(at, why(at))).stream();
    Stream<Wake> retry = retries ? retry().stream() : Stream.empty();
    Stream<Wake> provide =
        provideAt.map(at -> new Wake(at, "new try to write " + shown(at))).stream();
    return Stream.of(recheck, retry, provide)
        .flatMap(Function.identity())
        .filter(wake -> now.isBefore(wake.at()))
        .min(Comparator.comparing(Wake::at));
  }

  private Optional<Wake> retry() {
    return ledger.refused().stream()
        .filter(entry -> !clocks.over(clocks.retryAt(entry)))
        .min(Comparator.comparing(clocks::retryAt))
        .map(
            entry -> {
              Instant at = Instant.ofEpochMilli(clocks.retryAt(entry));
              return new Wake(at, "new try to write %s %s".formatted(label(entry), shown(at)));
            });
  }

  /** In the words of the first cluster to which something happens then. */
  private String why(Instant instant) {
    long at = instant.toEpochMilli();
    for (ClusterState entry : ledger.entries()) {
      if (entry.stage() == Stage.SOAKING && clocks.soakEnd(entry) == at) {
        return "soak of %s until %s".formatted(label(entry), shown(instant));
      }
      if (clocks.expiry(entry) == at) {
        return "deadline of %s %s".formatted(label(entry), shown(instant));
      }
    }
    return "next look " + shown(instant);
  }

  private String shown(Instant at) {
    return Texts.at(at, now);
  }

  private String label(ClusterState entry) {
    String label = GroupLabels.of(ledger.places().groupOf(entry));
    return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 1) + "…";
  }
}
