package io.sluice.hub.http;

import io.sluice.hub.client.HubClient;
import io.sluice.policy.Hashes;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Sends requests over HTTP, each once. It keeps no time: an interrupt ends a request, wherever it
 * is.
 */
public final class HttpSender {
  /** The largest body that is read (between-waves K2). */
  static final int MOST_BYTES = 256 * 1024;

  private final TrustedClients clients = new TrustedClients();

  /** Holds an answer with its whole body. */
  public record Answer(int status, byte[] body) {
    /** The status of success. */
    public static final int OK = 200;

    /** Returns what stands for the body. */
    public String hash() {
      return Hashes.ofBytes(body);
    }
  }

  /** Begins a request with a body. */
  public static HttpRequest.Builder post(URI url, String type, String body) {
    return HttpRequest.newBuilder(url)
        .header("User-Agent", HubClient.USER_AGENT)
        .header("Accept", "application/json")
        .header("Content-Type", type)
        .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
  }

  /**
   * Sends it.
   *
   * @param authority whose certificates are trusted; absent: those that the JVM trusts
   * @throws NoAnswerException if no answer comes, or its body is too large
   */
  public Answer send(HttpRequest request, Optional<String> authority) throws InterruptedException {
    try {
      HttpResponse<Optional<byte[]>> response =
          clients.client(authority).send(request, head -> new LimitedBody(MOST_BYTES));
      byte[] body =
          response
              .body()
              .orElseThrow(
                  () ->
                      new NoAnswerException(
                          "HTTP %d with a body of more than %d KiB"
                              .formatted(response.statusCode(), MOST_BYTES / 1024)));
      return new Answer(response.statusCode(), body);
    } catch (IOException e) {
      throw new NoAnswerException(reason(e));
    }
  }

  private static String reason(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return "the server is not trusted, or speaks no TLS (%s)".formatted(cause.getMessage());
      }
      if (cause instanceof ConnectException) {
        return "the server cannot be reached";
      }
    }
    return "the connection broke (%s)"
        .formatted(
            Optional.ofNullable(failure.getMessage())
                .orElseGet(() -> failure.getClass().getSimpleName()));
  }
}
