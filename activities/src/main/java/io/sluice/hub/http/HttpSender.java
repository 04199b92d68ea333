package io.sluice.hub.http;

import io.sluice.hub.client.HubClient;
import io.sluice.policy.Hashes;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
      throw noAnswer(e);
    }
  }

  /**
   * Sends it, and returns the status of the answer, whatever its body is.
   *
   * @param limit how long it may take, with the body; a status that came in time counts
   * @throws NoAnswerException if no answer comes
   */
  public int status(HttpRequest request, Optional<String> authority, Duration limit)
      throws InterruptedException {
    CompletableFuture<Integer> status = new CompletableFuture<>();
    CompletableFuture<?> sent =
        clients
            .client(authority)
            .sendAsync(
                request,
                head -> {
                  status.complete(head.statusCode());
                  return new LimitedBody(MOST_BYTES);
                });
    try {
      sent.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (!status.isDone()) {
        throw noAnswer(e.getCause());
      }
    } catch (TimeoutException e) {
      if (!status.isDone()) {
        throw new NoAnswerException("no answer within %d s".formatted(limit.toSeconds()));
      }
    } finally {
      sent.cancel(true);
    }
    return status.join();
  }

  private static NoAnswerException noAnswer(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return detailed("the server is not trusted, or speaks no TLS", cause);
      }
      if (cause instanceof ConnectException) {
        return new NoAnswerException("the server cannot be reached");
      }
    }
    return detailed("the connection broke", failure);
  }

  private static NoAnswerException detailed(String what, Throwable cause) {
    return new NoAnswerException(
        "%s (%s)"
            .formatted(
                what,
                Optional.ofNullable(cause.getMessage())
                    .orElseGet(() -> cause.getClass().getSimpleName())),
        what);
  }
}
