package io.sluice.hub.client;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;

/** Waits for its turn: reads that are awaited for a limited time go first, then the older ones. */
final class ReadRequest<R> extends FutureTask<R> implements Comparable<ReadRequest<?>> {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final boolean limited;
  private final long number = NUMBERS.incrementAndGet();

  ReadRequest(Callable<R> request, boolean limited) {
    super(request);
    this.limited = limited;
  }

  @Override
  public int compareTo(ReadRequest<?> other) {
    return limited == other.limited
        ? Long.compare(number, other.number)
        : Boolean.compare(other.limited, limited);
  }
}
