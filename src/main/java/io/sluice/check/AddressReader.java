package io.sluice.check;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.strategy.SettingNode;
import java.util.Optional;

/**
 * Reads addresses that are asked or told; what is one is decided by {@link HttpAddress}
 * (between-waves K5, N3).
 *
 * @param reason of all problems
 * @param example an address without a path
 */
public record AddressReader(String reason, String example) {
  private static final int LONGEST = 2_048;

  public AddressReader {
    requireNonNull(reason, "reason is null");
    requireNonNull(example, "example is null");
  }

  /**
   * Returns the address as it is written; empty if it is refused.
   *
   * @param query whether it may have one
   */
  public Optional<String> read(SettingNode node, boolean query) {
    if (node.absent()) {
      return node.report(reason, "is missing", "Write a URL such as \"%s\"".formatted(example));
    }
    Optional<String> text = node.text().filter(written -> written.length() <= LONGEST);
    Optional<String> wrong =
        text.map(written -> wrong(written, query)).orElse(Optional.of("no URL of http or https"));
    return wrong.isPresent()
        ? node.refuse(reason, wrong.get(), "Write a URL such as \"%s/path\"".formatted(example))
        : text;
  }

  private static Optional<String> wrong(String text, boolean query) {
    return HttpAddress.flaw(text)
        .map(AddressReader::words)
        .or(() -> Optional.of("which has a query").filter(refused -> !query && text.contains("?")));
  }

  private static String words(HttpAddress.Flaw flaw) {
    return switch (flaw) {
      case NO_URL, SCHEME, HOST -> "no URL of http or https with a host";
      case USER -> "which has a user; a password belongs into a Secret";
      case FRAGMENT -> "which has a fragment";
      case PATH -> "whose path has dots alone, or encoded dots or slashes";
    };
  }
}
