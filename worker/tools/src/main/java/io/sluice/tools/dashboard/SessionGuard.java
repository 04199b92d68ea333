package io.sluice.tools.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Decides which requests come from the person who started the dashboard.
 *
 * <p>Every process and every web page on this machine can reach its port. So the first request must
 * carry a secret of the printed address, which becomes a cookie that other sites do not get; the
 * {@code Host} must be a loopback name, as a name of a foreign site may point to this address; and
 * a request that writes must come from a page of this origin, with a header that only such a page
 * knows. A ticket lets a browser in once, from wherever its address was opened: from a file that
 * this person alone may read.
 */
final class SessionGuard implements PersonalDashboard.Access {
  /** The header that requests which write carry. */
  static final String GUARD_HEADER = "X-Sluice-Guard";

  private static final String TOKEN = "token";
  private static final String TICKET = "ticket";

  private final String token;
  private final String session = Secret.random();
  private final String guard = Secret.random();
  private final String ticket = Secret.random();
  private final AtomicBoolean redeemed = new AtomicBoolean();
  private final String cookie;
  private final Set<String> hosts;

  SessionGuard(int port) {
    this(port, Secret.random());
  }

  SessionGuard(int port, String token) {
    this.token = token;
    // Cookies do not distinguish ports: another dashboard on this machine must not replace it.
    this.cookie = "sluice-dashboard-" + port;
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
  }

  String token() {
    return token;
  }

  /** Returns what lets one browser in, once. */
  String ticket() {
    return ticket;
  }

  /** Returns the value of the header that only pages of this server know. */
  String guard() {
    return guard;
  }

  /** Returns why a request is refused before anything else; empty if it may go on. */
  Optional<String> foreign(Headers headers) {
    if (!named(headers)) {
      return Optional.of(
          "Cannot answer: the name in the address is not of this machine. Use the printed one.");
    }
    String origin = headers.getFirst("Origin");
    boolean same = origin == null || hosts.stream().map("http://"::concat).anyMatch(origin::equals);
    String site = headers.getFirst("Sec-Fetch-Site");
    boolean near = site == null || site.equals("same-origin") || site.equals("none");
    return same && near
        ? Optional.empty()
        : Optional.of("Cannot answer: another site asked. Open the printed address.");
  }

  private boolean named(Headers headers) {
    return hosts.contains(String.valueOf(headers.getFirst("Host")));
  }

  /** Returns whether the request carries the secret of the printed address. */
  boolean enters(URI address) {
    return carries(address, TOKEN, token);
  }

  /** Returns whether the request carries the ticket; it counts no more then. */
  boolean redeems(Headers headers, URI address) {
    return named(headers)
        && carries(address, TICKET, ticket)
        && redeemed.compareAndSet(false, true);
  }

  private static boolean carries(URI address, String name, String secret) {
    return Stream.of(Optional.ofNullable(address.getRawQuery()).orElse("").split("&"))
        .map(part -> part.split("=", 2))
        .anyMatch(
            pair -> pair[0].equals(name) && pair.length == 2 && Secret.equal(pair[1], secret));
  }

  /** Returns whether the request carries the cookie. */
  boolean knows(Headers headers) {
    return Cookies.of(headers, cookie).anyMatch(value -> Secret.equal(value, session));
  }

  @Override
  public boolean guarded(Headers headers) {
    return guarded(headers, guard);
  }

  /** Returns whether a request has that guard, and names the page from which it comes. */
  static boolean guarded(Headers headers, String guard) {
    String given = headers.getFirst(GUARD_HEADER);
    return given != null && headers.getFirst("Origin") != null && Secret.equal(given, guard);
  }

  @Override
  public boolean lasts() {
    return true;
  }

  /** Gives the browser the cookie. */
  void admit(HttpExchange exchange) {
    exchange
        .getResponseHeaders()
        .add("Set-Cookie", cookie + "=" + session + "; Path=/; HttpOnly; SameSite=Strict");
  }
}
