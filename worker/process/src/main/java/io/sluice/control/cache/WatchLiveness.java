package io.sluice.control.cache;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.sluice.hub.transport.WatchedKind;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Records when each watch last received an event, or the bookmark that a server sends about every
 * minute.
 *
 * <p>It intercepts the bytes of the connection. Informers do not show this: they take a watch of a
 * frozen server for alive, and the bookmarks of a quiet kind all name the same version. The client
 * has to watch by plain HTTP: the interceptor does not see the messages of a WebSocket.
 */
public final class WatchLiveness implements Interceptor {
  private static final int OK = 200;

  private final Map<String, Long> receivedAt = new ConcurrentHashMap<>();
  private final LongSupplier nanos;

  public WatchLiveness() {
    this(System::nanoTime);
  }

  WatchLiveness(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Returns how long a watch has been silent; empty if it never received anything.
   *
   * @param resource the kind, as {@code policies.policy.open-cluster-management.io}
   */
  public Optional<Duration> silence(String resource) {
    return Optional.ofNullable(receivedAt.get(resource))
        .map(last -> Duration.ofNanos(nanos.getAsLong() - last));
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (response.code() == OK) {
      watched(request.uri()).ifPresent(this::received);
    }
  }

  @Override
  public AsyncBody.Consumer<List<ByteBuffer>> consumer(
      AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
    Optional<String> resource = watched(request.uri());
    if (resource.isEmpty()) {
      return consumer;
    }
    return new AsyncBody.Consumer<>() {
      @Override
      public void consume(List<ByteBuffer> bytes, AsyncBody body) throws Exception {
        received(resource.get());
        consumer.consume(bytes, body);
      }

      @Override
      public <U> U unwrap(Class<U> target) {
        return consumer.unwrap(target);
      }
    };
  }

  private void received(String resource) {
    receivedAt.put(resource, nanos.getAsLong());
  }

  /** The kind that a request watches in all namespaces. */
  static Optional<String> watched(URI request) {
    String query = Optional.ofNullable(request.getRawQuery()).orElse("");
    if (!List.of(query.split("&")).contains("watch=true")) {
      return Optional.empty();
    }
    return WatchedKind.of(request);
  }
}
