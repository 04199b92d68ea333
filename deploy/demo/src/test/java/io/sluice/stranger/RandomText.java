package io.sluice.stranger;

import java.util.List;
import java.util.Random;

/** Draws what people write into fields: names, texts, instants and numbers, right and wrong. */
final class RandomText {
  /** Also what ends a line, turns the direction of writing, or steers a terminal. */
  private static final List<String> PIECES =
      List.of(
          "a",
          "z",
          "0",
          "-",
          ".",
          "/",
          " ",
          "_",
          "%s",
          "${x}",
          "{{hub",
          "hub}}",
          "\n",
          "\r",
          "\t",
          "\0",
          "\u001b[31m",
          "\u0007",
          "\u202e",
          "\u2028",
          "\ufeff",
          "\ud83d\ude00",
          "ä",
          "<b>",
          "'",
          "\"",
          "\\",
          "|",
          "`");

  private static final List<String> LEASES =
      List.of(
          "policy-propagator.open-cluster-management.io", "sluice", "karmada-controller-manager");

  private static final List<String> INSTANTS =
      List.of(
          "2999-01-01T00:00:00Z",
          "2001-01-01T00:00:00Z",
          "0000-01-01T00:00:00Z",
          "9999-12-31T23:59:59.999999999Z",
          "2026-02-30T00:00:00Z",
          "2026-01-01T00:00:00+99:00",
          "+1000000000-12-31T23:59:59Z",
          "yesterday",
          "");

  private final Random random;

  RandomText(Random random) {
    this.random = random;
  }

  <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  boolean in(int times) {
    return random.nextInt(times) == 0;
  }

  /** Returns a number from 0 to below the limit; small ones are as likely as large ones. */
  int upTo(int limit) {
    return random.nextInt(1 + random.nextInt(limit));
  }

  /** Returns text of at most that many pieces. */
  String text(int most) {
    StringBuilder text = new StringBuilder();
    for (int left = upTo(most + 1); left > 0; left--) {
      text.append(of(PIECES));
    }
    return text.toString();
  }

  /** Returns a long text of one letter. */
  String longText(int most) {
    return "x".repeat(upTo(most + 1));
  }

  /** Returns a name that the hub takes, or nearly. */
  String name(String namespace) {
    return switch (random.nextInt(9)) {
      case 0 -> "web";
      case 1 -> "policy-web";
      case 2 -> namespace + ".own-" + random.nextInt(100);
      case 3 -> "a.b.c-" + random.nextInt(100);
      case 4 -> ("n" + random.nextInt(100)).repeat(80).substring(0, 63);
      case 5 -> ("n" + random.nextInt(100)).repeat(130).substring(0, 253);
      case 6 -> text(6);
      case 7 -> of(LEASES);
      default -> "own-" + random.nextInt(100);
    };
  }

  String instant() {
    return of(INSTANTS);
  }

  /** Returns a number as people write it, also one that no counter holds. */
  long number() {
    return of(List.of(0L, 1L, -1L, 100L, 2_147_483_648L, Long.MAX_VALUE, Long.MIN_VALUE));
  }
}
