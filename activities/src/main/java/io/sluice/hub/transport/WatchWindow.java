package io.sluice.hub.transport;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.time.Duration;

/**
 * Asks the hub to end each watch after a while; the informer goes on with the next one.
 *
 * <p>The end is a sign of life, so that a lost connection is noticed although the kind is quiet:
 * bookmarks come only once a minute.
 */
public final class WatchWindow implements Interceptor {
  private final long seconds;

  public WatchWindow(Duration window) {
    seconds = Math.max(1, window.toSeconds());
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (RequestKind.of(request.method(), request.uri()) == RequestKind.WATCH) {
      builder.uri(shortened(request.uri()));
    }
  }

  private URI shortened(URI watch) {
    String[] parts = watch.toString().split("\\?", 2);
    String query = parts[1].replaceAll("(^|&)timeoutSeconds=\\d+", "");
    return URI.create(
        parts[0] + "?timeoutSeconds=" + seconds + (query.startsWith("&") ? "" : "&") + query);
  }
}
