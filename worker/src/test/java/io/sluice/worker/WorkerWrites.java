package io.sluice.worker;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.Interceptor.RequestTags;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Counts the writes of a worker that the hub has made, and kills the worker after one of them: from
 * then on it sends nothing more.
 */
final class WorkerWrites implements Interceptor {
  private final AtomicInteger made = new AtomicInteger();
  private volatile int last = Integer.MAX_VALUE;
  private volatile boolean answerLost;
  private volatile boolean killed;
  private volatile IntConsumer afterwards = number -> {};

  /**
   * Counts from zero.
   *
   * @param most how many writes the worker makes
   * @param lost whether the answer to the last of them is lost
   */
  void kill(int most, boolean lost) {
    made.set(0);
    last = most;
    answerLost = lost;
    killed = false;
  }

  /** Kills the worker now. */
  void kill() {
    killed = true;
  }

  /** Lets a worker live. */
  void spare() {
    kill(Integer.MAX_VALUE, false);
  }

  /** Has something done right after each write, before the worker gets its answer. */
  void after(IntConsumer write) {
    afterwards = write;
  }

  boolean killed() {
    return killed;
  }

  int made() {
    return made.get();
  }

  private static boolean writes(HttpRequest request) {
    String path = request.uri().getPath();
    return !request.method().equals("GET")
        && !path.contains("/events")
        && !path.contains("/leases");
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (killed) {
      throw new IllegalStateException("the worker was killed");
    }
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (killed || !writes(request) || !response.isSuccessful()) {
      return;
    }
    int number = made.incrementAndGet();
    if (number > last) {
      return;
    }
    afterwards.accept(number);
    if (number == last) {
      killed = true;
      if (answerLost) {
        throw new IllegalStateException("the answer was lost");
      }
    }
  }
}
