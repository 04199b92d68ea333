package io.sluice.process;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.Interceptor.RequestTags;
import io.sluice.control.beside.OverrideReconciler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * Has the writes of a worker to an override, and those of a propagator to replicas, reach the hub
 * one after the other in a given order.
 *
 * <p>One that does not write when it has the turn loses it: it waits for the other one, as it
 * should.
 */
final class WriteOrder {
  private static final String OVERRIDE =
      ".*/placementdecisions/[^/]+/status|.*/placementbindings/[^/]+|.*/placements/[^/]+|.*/rollouts/[^/]+";
  private static final String REPLICA = ".*/policies(/[^/]+)?";

  /** Names who writes. */
  enum Writer {
    /** May have to wait before it removes what pages belong to. */
    WORKER(OverrideReconciler.SETTLED.plusSeconds(3)),
    PROPAGATOR(Duration.ofMillis(1500));

    private final long patience;

    Writer(Duration patience) {
      this.patience = patience.toNanos();
    }
  }

  private final Deque<Writer> order = new ArrayDeque<>();
  private long turnBegan;
  private boolean writing;
  private int lost;

  /** Begins with the first write from now on. */
  synchronized void begin(List<Writer> turns) {
    order.addAll(turns);
    turnBegan = System.nanoTime();
    notifyAll();
  }

  /** Returns how many turns were lost so far. */
  synchronized int lost() {
    return lost;
  }

  synchronized boolean over() {
    return order.isEmpty();
  }

  Interceptor of(Writer writer) {
    return writer == Writer.WORKER
        ? new Turns(writer, path -> path.matches(OVERRIDE)) {}
        : new Turns(writer, path -> path.matches(REPLICA)) {};
  }

  private synchronized void take(Writer writer) throws InterruptedException {
    while (!order.isEmpty() && (writing || order.peek() != writer)) {
      long left = turnBegan + order.peek().patience - System.nanoTime();
      if (writing) {
        wait();
      } else if (left > 0) {
        wait(left / 1_000_000 + 1);
      } else {
        lost++;
        next();
      }
    }
    writing = !order.isEmpty();
  }

  private void next() {
    order.poll();
    turnBegan = System.nanoTime();
    notifyAll();
  }

  private synchronized void written(boolean successful) {
    if (!writing) {
      return;
    }
    writing = false;
    if (successful) {
      next();
    }
    notifyAll();
  }

  private class Turns implements Interceptor {
    private final Writer writer;
    private final Predicate<String> path;

    Turns(Writer writer, Predicate<String> path) {
      this.writer = writer;
      this.path = path;
    }

    private boolean counts(HttpRequest request) {
      return !request.method().equals("GET") && path.test(request.uri().getPath());
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      if (counts(request)) {
        try {
          take(writer);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("The writer has stopped", e);
        }
      }
    }

    @Override
    public void after(
        HttpRequest request,
        HttpResponse<?> response,
        AsyncBody.Consumer<List<ByteBuffer>> consumer) {
      if (counts(request)) {
        written(response.isSuccessful());
      }
    }

    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
      if (counts(request)) {
        written(false);
      }
    }
  }
}
