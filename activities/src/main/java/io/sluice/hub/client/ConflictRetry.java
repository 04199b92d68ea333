package io.sluice.hub.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Limits the tries of one locked write, with a short random wait between two of them. */
public final class ConflictRetry {
  private static final int MOST = 5;
  private static final int LONGEST_WAIT_MILLIS = 50;

  private int tries;

  /**
   * Repeats a write until it returns a result, at most {@value #MOST} times.
   *
   * @param doing the operation and its object, for messages
   * @param verb as in access rules
   * @param write reads, decides and writes; empty, or a conflict, or an object that is gone: repeat
   * @throws HubException if the hub fails, or every try meets a conflict
   */
  public static <T> T write(
      String doing, String verb, String resource, Supplier<Optional<T>> write) {
    ConflictRetry retry = new ConflictRetry();
    while (retry.another(doing)) {
      try {
        Optional<T> result = write.get();
        if (result.isPresent()) {
          return result.get();
        }
      } catch (KubernetesClientException e) {
        if (e.getCode() != HubApi.CONFLICT && e.getCode() != HubApi.NOT_FOUND) {
          throw HubException.of(doing, verb, resource, e);
        }
      }
    }
    throw HubException.contended(doing, MOST);
  }

  /** Returns whether there is another try; waits before all but the first. */
  public boolean another(String doing) {
    if (tries == MOST) {
      return false;
    }
    if (tries++ > 0) {
      try {
        TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(1, LONGEST_WAIT_MILLIS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw HubException.interrupted(doing, e);
      }
    }
    return true;
  }

  public String exhausted() {
    return "the object changed %d times while it was being written".formatted(MOST);
  }
}
