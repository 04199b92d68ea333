package io.sluice.process;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.Interceptor.RequestTags;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/**
 * Counts the writes of a worker that the hub has made, and kills the worker after one of them: from
 * then on it sends nothing more.
 */
final class WorkerWrites implements Interceptor {
  private int made;
  private int last = Integer.MAX_VALUE;
  private boolean answerLost;
  private boolean killed;
  private volatile IntConsumer afterwards = number -> {};

  /**
   * Counts from zero.
   *
   * @param most how many writes the worker makes
   * @param lost whether the answer to the last of them is lost
   */
  synchronized void kill(int most, boolean lost) {
    made = 0;
    last = most;
    answerLost = lost;
    killed = false;
  }

  /** Kills the worker now. */
  synchronized void kill() {
    killed = true;
  }

  /** Kills no worker from now on; one that was killed stays so. */
  synchronized void disarm() {
    last = Integer.MAX_VALUE;
  }

  /** Lets a worker live. */
  void spare() {
    kill(Integer.MAX_VALUE, false);
  }

  /** Has something done right after each write, before the worker gets its answer. */
  void after(IntConsumer write) {
    afterwards = write;
  }

  synchronized boolean killed() {
    return killed;
  }

  synchronized int made() {
    return made;
  }

  /** Returns the number of a write that was made now; empty where none counts any more. */
  private synchronized OptionalInt count() {
    if (killed || made == last) {
      return OptionalInt.empty();
    }
    made++;
    return OptionalInt.of(made);
  }

  /** Returns whether the answer to a write is lost, which may have been the last. */
  private synchronized boolean loses(int number) {
    if (number != last) {
      return false;
    }
    killed = true;
    return answerLost;
  }

  private static boolean writes(HttpRequest request) {
    String path = request.uri().getPath();
    return !request.method().equals("GET")
        && !path.contains("/events")
        && !path.contains("/leases");
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (killed()) {
      throw new IllegalStateException("the worker was killed");
    }
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (!writes(request) || !response.isSuccessful()) {
      return;
    }
    OptionalInt number = count();
    if (number.isEmpty()) {
      return;
    }
    afterwards.accept(number.getAsInt());
    if (loses(number.getAsInt())) {
      throw new IllegalStateException("the answer was lost");
    }
  }
}
