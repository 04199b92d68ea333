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
  private final Instant now;

  Waking(Ledger ledger, Instant now) {
    this.ledger = ledger;
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
    Stream<Wake> provide =
        provideAt.map(at -> new Wake(at, "new try to write " + shown(at))).stream();
    return Stream.of(recheck, retries ? retries() : Stream.<Wake>empty(), provide)
        .flatMap(Function.identity())
        .filter(wake -> now.isBefore(wake.at()))
        .min(Comparator.comparing(Wake::at));
  }

  private Stream<Wake> retries() {
    return ledger.entries().stream()
        .filter(entry -> entry.stage() == Stage.STARTED && entry.refused() != 0)
        .map(
            entry -> {
              Instant at = ledger.retryAt(entry);
              return new Wake(at, "new try to write %s %s".formatted(label(entry), shown(at)));
            });
  }

  private String why(Instant at) {
    return ledger.entries().stream()
        .flatMap(entry -> ending(entry, at).stream())
        .findFirst()
        .orElse("next look " + shown(at));
  }

  private Optional<String> ending(ClusterState entry, Instant at) {
    if (entry.stage() == Stage.SOAKING && ledger.soakEnd(entry).equals(at)) {
      return Optional.of("soak of %s until %s".formatted(label(entry), shown(at)));
    }
    return ledger
        .expiryOf(entry)
        .filter(at::equals)
        .map(end -> "deadline of %s %s".formatted(label(entry), shown(at)));
  }

  private String shown(Instant at) {
    return Texts.at(at, now);
  }

  private String label(ClusterState entry) {
    String label = GroupLabels.of(ledger.groupOf(entry));
    return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 1) + "…";
  }
}
