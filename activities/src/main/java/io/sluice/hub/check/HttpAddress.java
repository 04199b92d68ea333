package io.sluice.hub.check;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Holds what of a URL decides whether it may be asked.
 *
 * @param host in lower case; an IPv6 address in its brackets
 * @param path as it is sent, without a slash at the end
 */
record HttpAddress(String scheme, String host, int port, String path) {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern ENCODED = Pattern.compile("%(2e|2f|5c)", Pattern.CASE_INSENSITIVE);

  /** Returns it; what is wrong with a text is in the exception. */
  static HttpAddress parse(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("it is no URL");
    }
    problem(uri)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    return new HttpAddress(
        scheme,
        uri.getHost().toLowerCase(Locale.ROOT),
        uri.getPort() < 0 ? usual : uri.getPort(),
        uri.getRawPath().replaceFirst("/+$", ""));
  }

  private static Optional<String> problem(URI uri) {
    if (uri.getScheme() == null || !uri.getScheme().matches("(?i)https?")) {
      return Optional.of("it is no absolute URL of http or https");
    }
    if (uri.getRawUserInfo() != null) {
      return Optional.of("it names a user");
    }
    if (uri.getHost() == null) {
      return Optional.of("it names no host");
    }
    if (uri.getRawFragment() != null) {
      return Optional.of("it has a fragment");
    }
    // A server may take them for another path than the one that is compared.
    boolean ambiguous =
        ENCODED.matcher(uri.getRawPath()).find()
            || Stream.of(uri.getRawPath().split("/")).anyMatch(part -> part.matches("\\.\\.?"));
    return ambiguous ? Optional.of("its path has a dot segment") : Optional.empty();
  }

  /** Returns whether a URL is this one, or one below it. */
  boolean covers(HttpAddress other) {
    return scheme.equals(other.scheme)
        && host.equals(other.host)
        && port == other.port
        && (other.path.equals(path) || other.path.startsWith(path + "/"));
  }

  /** Returns whether the host is written as the number of a machine. */
  boolean literal() {
    return host.startsWith("[") || IPV4.matcher(host).matches();
  }

  @Override
  public String toString() {
    return "%s://%s:%d%s".formatted(scheme, host, port, path);
  }
}
