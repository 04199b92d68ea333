package io.sluice.simulator.propagator;

/** Limits the pace of writes as client-go does: so many a second, and so many at once. */
final class TokenBucket {
  private static final double NANOS = 1e9;

  private final int perSecond;
  private final int burst;
  private double tokens;
  private long last = System.nanoTime();

  /** Starts full; a pace of 0 is no limit. */
  TokenBucket(int perSecond, int burst) {
    this.perSecond = perSecond;
    this.burst = Math.max(burst, 1);
    this.tokens = this.burst;
  }

  /** Takes a token, and waits for it if there is none. */
  void take() throws InterruptedException {
    long nanos = reserve();
    if (nanos > 0) {
      Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
    }
  }

  private synchronized long reserve() {
    if (perSecond == 0) {
      return 0;
    }
    long now = System.nanoTime();
    tokens = Math.min(burst, tokens + (now - last) / NANOS * perSecond) - 1;
    last = now;
    return tokens >= 0 ? 0 : (long) (-tokens / perSecond * NANOS);
  }
}
