package io.sluice.hub.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Gives works that share threads their turns: one piece of each after the other, so that a small
 * work does not wait for a large one that came before it.
 */
final class WorkTurns {
  private final Executor threads;
  private final Deque<Deque<Runnable>> ring = new ArrayDeque<>();

  WorkTurns(Executor threads) {
    this.threads = threads;
  }

  /** Has the pieces of a work run, each once. */
  void add(List<? extends Runnable> pieces) {
    if (pieces.isEmpty()) {
      return;
    }
    synchronized (ring) {
      ring.addLast(new ArrayDeque<>(pieces));
    }
    pieces.forEach(piece -> threads.execute(() -> next().run()));
  }

  /** There is a piece for each call: each was announced by one. */
  private Runnable next() {
    synchronized (ring) {
      Deque<Runnable> work = ring.removeFirst();
      Runnable piece = work.removeFirst();
      if (!work.isEmpty()) {
        ring.addLast(work);
      }
      return piece;
    }
  }
}
