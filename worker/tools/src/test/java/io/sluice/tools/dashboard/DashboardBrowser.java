package io.sluice.tools.dashboard;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Sends requests as a browser does that was opened with the printed address. */
final class DashboardBrowser {
  private final HttpClient client =
      HttpClient.newBuilder()
          .cookieHandler(new CookieManager())
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final String origin;
  private final String guard;

  DashboardBrowser(String address) {
    this.origin = address.substring(0, address.indexOf("/?"));
    Matcher found =
        Pattern.compile("name=\"sluice-guard\" content=\"([^\"]+)\"")
            .matcher(send(HttpRequest.newBuilder(URI.create(address))).body());
    if (!found.find()) {
      throw new IllegalStateException("the first page has no guard");
    }
    this.guard = found.group(1);
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(URI.create(origin + path)));
  }

  HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(origin + path))
            .header("Origin", origin)
            .header(SessionGuard.GUARD_HEADER, guard)
            .POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> postWithoutGuard(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(origin + path))
            .header("Origin", origin)
            .POST(BodyPublishers.ofString(body)));
  }

  /** Opens a stream of events; its lines come when the server sends them. */
  Stream<String> events(String of) throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(origin + "/api/events?of=" + of)).build(),
            BodyHandlers.ofLines())
        .body();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
