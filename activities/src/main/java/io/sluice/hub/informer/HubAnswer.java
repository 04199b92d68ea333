package io.sluice.hub.informer;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Reads one answer of the hub as bytes, part by part: the next part is requested once the one
 * before has been read. When {@link #await} returns, no part is being read any more, and none will
 * be.
 */
final class HubAnswer {
  private static final int LONGEST_ERROR = 1 << 16;

  /** Takes the parts of an answer, on a thread of the transport. */
  @FunctionalInterface
  interface PartReader {
    void read(byte[] part) throws IOException;
  }

  private final CompletableFuture<HttpResponse<AsyncBody>> sent;
  private final CompletableFuture<Void> failed = new CompletableFuture<>();
  private final ByteArrayOutputStream error = new ByteArrayOutputStream();
  private volatile boolean accepted;

  /** Guarded by this, whose lock is held while a part is read. */
  private boolean ended;

  /** Sends a GET request. */
  HubAnswer(HttpClient http, URI uri, PartReader reader) {
    sent =
        http.consumeBytes(
            http.newHttpRequestBuilder()
                .uri(uri)
                .header("Accept", "application/json")
                .forStreaming()
                .build(),
            (parts, body) -> read(parts, body, reader));
  }

  private synchronized void read(List<ByteBuffer> parts, AsyncBody body, PartReader reader) {
    if (ended) {
      return;
    }
    try {
      for (ByteBuffer part : parts) {
        byte[] text = new byte[part.remaining()];
        part.get(text);
        if (accepted) {
          reader.read(text);
        } else {
          error.write(text, 0, Math.min(text.length, LONGEST_ERROR - error.size()));
        }
      }
      body.consume();
    } catch (IOException | RuntimeException | Error e) {
      // Errors of the JVM, too: the caller of await gets them, not a thread of the transport.
      failed.completeExceptionally(e);
      body.cancel();
    }
  }

  /**
   * Waits until the answer begins, then until it ends. Whoever stops to wait cancels it, also if it
   * has not begun: its connection would be held by nobody.
   *
   * @param begun runs between them where the answer is no error
   * @throws KubernetesClientException if the hub refuses the request
   * @throws IOException if the connection fails, or a part cannot be read
   */
  void await(Runnable begun) throws IOException, InterruptedException {
    try {
      follow(begun);
    } catch (InterruptedException | IOException | RuntimeException | Error e) {
      cancel();
      throw e;
    }
  }

  private void follow(Runnable begun) throws IOException, InterruptedException {
    HttpResponse<AsyncBody> response = of(sent);
    accepted = response.isSuccessful();
    AsyncBody body = response.body();
    if (accepted) {
      begun.run();
    }
    body.consume();
    try {
      of(body.done());
    } catch (CancellationException e) {
      if (failed.isCompletedExceptionally()) {
        of(failed);
      }
      // Else the answer was canceled.
    } finally {
      // A part that is still being read would overwrite what the next answer shows.
      end();
    }
    if (!accepted) {
      throw refused(response.code(), message());
    }
  }

  private synchronized void end() {
    ended = true;
  }

  private static <T> T of(CompletableFuture<T> result) throws IOException, InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof KubernetesClientException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    }
  }

  /** Reports an answer that is an error. */
  static KubernetesClientException refused(int code, String message) {
    return new KubernetesClientException(message, code, null);
  }

  private String message() {
    String text = error.toString(StandardCharsets.UTF_8);
    try {
      JsonNode status = ObjectParser.JSON.readTree(text);
      return status == null ? "" : status.path("message").asText(text);
    } catch (IOException e) {
      return text.lines().findFirst().orElse("");
    }
  }

  /** Cancels the answer; returns at once. */
  void cancel() {
    sent.thenAccept(response -> response.body().cancel());
  }
}
