package io.sluice.check;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Holds what of a URL decides whether it may be asked (between-waves K5). What is compared with a
 * prefix that is allowed has to mean what it shows: no user, no way up, nothing that a server
 * decodes to either.
 *
 * @param host in lower case; an IPv6 address in its brackets
 * @param path as it is sent, without a slash at the end
 */
public record HttpAddress(String scheme, String host, int port, String path) {
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern ENCODED = Pattern.compile("%(2e|2f|5c)", Pattern.CASE_INSENSITIVE);

  /** Lists what makes a text no address that may be asked. */
  public enum Flaw {
    NO_URL("it is no URL"),
    SCHEME("it is no absolute URL of http or https"),
    USER("it names a user"),
    HOST("it names no host"),
    FRAGMENT("it has a fragment"),
    /** A server may take it for another path than the one that is compared. */
    PATH("its path has a dot segment");

    private final String text;

    Flaw(String text) {
      this.text = text;
    }
  }

  /** Returns it; what is wrong with a text is in the exception. */
  public static HttpAddress parse(String text) {
    flaw(text)
        .ifPresent(
            flaw -> {
              throw new IllegalArgumentException(flaw.text);
            });
    URI uri = URI.create(text);
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    return new HttpAddress(
        scheme,
        uri.getHost().toLowerCase(Locale.ROOT),
        uri.getPort() < 0 ? usual : uri.getPort(),
        uri.getRawPath().replaceFirst("/+$", ""));
  }

  /** Returns what is wrong with a text first; empty if it is an address. */
  public static Optional<Flaw> flaw(String text) {
    try {
      return flaw(new URI(text), text);
    } catch (URISyntaxException e) {
      return Optional.of(Flaw.NO_URL);
    }
  }

  private static Optional<Flaw> flaw(URI uri, String text) {
    if (uri.getScheme() == null || !uri.getScheme().matches("(?i)https?")) {
      return Optional.of(Flaw.SCHEME);
    }
    if (uri.getRawUserInfo() != null) {
      return Optional.of(Flaw.USER);
    }
    if (uri.getHost() == null) {
      return Optional.of(Flaw.HOST);
    }
    if (uri.getPort() > HIGHEST_PORT || !uri.toASCIIString().equals(text)) {
      return Optional.of(Flaw.NO_URL);
    }
    if (uri.getRawFragment() != null) {
      return Optional.of(Flaw.FRAGMENT);
    }
    return indirect(uri.getRawPath()) ? Optional.of(Flaw.PATH) : Optional.empty();
  }

  private static boolean indirect(String path) {
    return ENCODED.matcher(path).find()
        || Arrays.stream(path.split("/"))
            .map(part -> part.split(";", 2)[0])
            .anyMatch(part -> part.equals(".") || part.equals(".."));
  }

  /** Returns whether a URL is this one, or one below it. */
  public boolean covers(HttpAddress other) {
    return scheme.equals(other.scheme)
        && host.equals(other.host)
        && port == other.port
        && (other.path.equals(path) || other.path.startsWith(path + "/"));
  }

  /** Returns whether the host is written as the number of a machine. */
  public boolean literal() {
    return host.startsWith("[") || IPV4.matcher(host).matches();
  }

  @Override
  public String toString() {
    return "%s://%s:%d%s".formatted(scheme, host, port, path);
  }
}
