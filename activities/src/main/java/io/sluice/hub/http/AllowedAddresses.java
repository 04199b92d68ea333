package io.sluice.hub.http;

import io.sluice.check.HttpAddress;
import java.util.List;
import java.util.Optional;

/**
 * Holds which addresses checks may ask, and notices be sent to: prefixes of URLs, which the
 * administrator lists (between-waves K5, N3). Scheme, host and port must be equal, and the path the
 * same or below.
 *
 * @param prefixes absolute URLs of http or https, without a query
 */
public record AllowedAddresses(List<String> prefixes) {
  /** No address is allowed. */
  public static final AllowedAddresses NONE = new AllowedAddresses(List.of());

  /**
   * Checks that each is one.
   *
   * @throws IllegalArgumentException for the first that is not
   */
  public AllowedAddresses {
    prefixes = List.copyOf(prefixes);
    prefixes.forEach(AllowedAddresses::prefix);
  }

  private static HttpAddress prefix(String text) {
    problem(text)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(
                  "Cannot allow the address %s: %s. Write the beginning of a URL, such as https://prometheus.example.com."
                      .formatted(text, why));
            });
    return HttpAddress.parse(text);
  }

  /** Returns why a text is no prefix of URLs; empty if it is one. */
  public static Optional<String> problem(String text) {
    try {
      HttpAddress.parse(text);
      return text.contains("?") ? Optional.of("it has a query") : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Returns whether a prefix covers it. */
  boolean covers(HttpAddress address) {
    return prefixes.stream()
        .map(AllowedAddresses::prefix)
        .anyMatch(prefix -> prefix.covers(address));
  }
}
