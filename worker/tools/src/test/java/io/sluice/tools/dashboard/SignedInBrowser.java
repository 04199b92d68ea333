package io.sluice.tools.dashboard;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Sends requests to a dashboard that is served, as a browser does whose user pastes a token. It
 * keeps the cookie itself: clients keep back one that is for HTTPS alone.
 */
public final class SignedInBrowser {
  private static final Pattern GUARD =
      Pattern.compile("name=\"sluice-guard\" content=\"([^\"]+)\"");
  private static final Pattern COOKIE = Pattern.compile("(sluice-dashboard=[^;]*);.*");

  private final HttpClient client;
  private final String root;
  private final Map<String, String> headers = new TreeMap<>();

  /**
   * Opens it.
   *
   * @param root where the dashboard is, without a slash at the end
   * @param headers of every request
   */
  public SignedInBrowser(HttpClient client, String root, Map<String, String> headers) {
    this.client = client;
    this.root = root;
    this.headers.putAll(headers);
  }

  SignedInBrowser(String root) {
    this(HttpClient.newHttpClient(), root, Map.of());
  }

  /** Sends the form with that token; keeps the cookie if there is one. */
  public HttpResponse<String> signIn(String token) {
    HttpResponse<String> answer =
        post(
            "/sign-in",
            "token=" + URLEncoder.encode(token, StandardCharsets.UTF_8) + "&namespaces=",
            Map.of());
    answer
        .headers()
        .firstValue("Set-Cookie")
        .map(COOKIE::matcher)
        .filter(Matcher::matches)
        .ifPresent(found -> headers.put("Cookie", found.group(1)));
    return answer;
  }

  /** Returns what the page that was opened first knows; empty without one. */
  public Optional<String> guard() {
    return Optional.of(GUARD.matcher(get("/").body())).filter(Matcher::find).map(m -> m.group(1));
  }

  public HttpResponse<String> get(String path) {
    return send(request(path, Map.of()));
  }

  /** Sends what a page's script sends. */
  public HttpResponse<String> ask(String path, String body) {
    return ask(path, body, guard().orElse("none"));
  }

  HttpResponse<String> ask(String path, String body, String guard) {
    return post(path, body, Map.of(SessionGuard.GUARD_HEADER, guard));
  }

  HttpResponse<String> post(String path, String body, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(Map.of("Origin", origin()));
    all.putAll(more);
    return send(request(path, all).POST(BodyPublishers.ofString(body)));
  }

  /** Opens the stream of events; its lines come when the server sends them. */
  public Stream<String> events() {
    try {
      return client
          .send(request("/api/events?of=/api/rollouts", Map.of()).build(), BodyHandlers.ofLines())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String origin() {
    URI address = URI.create(root);
    return address.getScheme() + "://" + address.getAuthority();
  }

  private HttpRequest.Builder request(String path, Map<String, String> more) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(root + path));
    headers.forEach(request::setHeader);
    more.forEach(request::setHeader);
    return request;
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
