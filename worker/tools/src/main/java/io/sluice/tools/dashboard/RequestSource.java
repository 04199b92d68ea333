package io.sluice.tools.dashboard;

import com.sun.net.httpserver.Headers;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides whether a request may come from a page of another site.
 *
 * <p>Browsers say it themselves, in {@code Sec-Fetch-Site}. Where one does not, the {@code Origin}
 * of a request must be the host to which it was sent, or by the header of a proxy was sent first:
 * no page of another site can set either.
 */
final class RequestSource {
  private static final Set<String> NEAR = Set.of("same-origin", "none");

  private RequestSource() {}

  /** A link that somebody sent may be followed: that changes nothing, and no other page sees it. */
  static boolean isForeign(String method, Headers headers) {
    if (method.equals("GET") && "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))) {
      return false;
    }
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null) {
      return !NEAR.contains(site);
    }
    String origin = headers.getFirst("Origin");
    return origin != null
        && Stream.of("Host", "X-Forwarded-Host")
            .map(headers::getFirst)
            .noneMatch(host -> host != null && origin.endsWith("://" + host));
  }
}
