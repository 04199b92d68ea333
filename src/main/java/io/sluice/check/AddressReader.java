package io.sluice.check;

import static io.sluice.check.CheckReader.INVALID;

import io.sluice.rollout.strategy.SettingNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads addresses that are asked. What is compared with a prefix that is allowed has to mean what
 * it shows (between-waves K5): no user, no way up, nothing that a server decodes to either.
 */
final class AddressReader {
  private static final int LONGEST = 2_048;
  private static final int HIGHEST_PORT = 65_535;
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Pattern ENCODED = Pattern.compile("%(2e|2f|5c)", Pattern.CASE_INSENSITIVE);

  private AddressReader() {}

  /**
   * Returns the address as it is written; empty if it is refused.
   *
   * @param query whether it may have one
   */
  static Optional<String> read(SettingNode node, boolean query) {
    if (node.absent()) {
      return node.report(
          INVALID, "is missing", "Write a URL such as \"https://metrics.example.com\"");
    }
    Optional<String> text = node.text().filter(written -> written.length() <= LONGEST);
    Optional<String> wrong =
        text.map(written -> wrong(written, query)).orElse(Optional.of("no URL of http or https"));
    return wrong.isPresent()
        ? node.refuse(
            INVALID, wrong.get(), "Write a URL such as \"https://metrics.example.com/path\"")
        : text;
  }

  private static Optional<String> wrong(String text, boolean query) {
    try {
      URI uri = new URI(text);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if (!SCHEMES.contains(scheme)
          || uri.getHost() == null
          || uri.getPort() > HIGHEST_PORT
          || !uri.toASCIIString().equals(text)) {
        return Optional.of("no URL of http or https with a host");
      }
      if (uri.getRawUserInfo() != null) {
        return Optional.of("which has a user; a password belongs into a Secret");
      }
      if (uri.getRawFragment() != null) {
        return Optional.of("which has a fragment");
      }
      if (uri.getRawQuery() != null && !query) {
        return Optional.of("which has a query");
      }
      return indirect(uri.getRawPath())
          ? Optional.of("whose path has dots alone, or encoded dots or slashes")
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.of("no URL of http or https with a host");
    }
  }

  private static boolean indirect(String path) {
    return ENCODED.matcher(path).find()
        || Arrays.stream(path.split("/"))
            .map(part -> part.split(";", 2)[0])
            .anyMatch(part -> part.equals(".") || part.equals(".."));
  }
}
