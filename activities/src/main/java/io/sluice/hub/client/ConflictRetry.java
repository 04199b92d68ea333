package io.sluice.hub.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Limits the tries of one locked write, with a short random wait between two of them. */
public final class ConflictRetry {
  private static final int MOST = 5;
  private static final int LONGEST_WAIT_MILLIS = 50;

  private int made;

  /** Returns whether there is another try; waits before all but the first. */
  public boolean another(String doing) {
    if (made == MOST) {
      return false;
    }
    if (made++ > 0) {
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

  public int made() {
    return made;
  }
}
