package io.sluice.hub.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Gives works that share threads their turns, one after the other, so that a small work does not
 * wait for the end of a large one that came before it.
 *
 * <p>A turn is of several pieces: a work that fits into one ends before the next begins. If each
 * got one piece at a time, all would end last of all, and those with a time limit not at all.
 */
final class WorkTurns {
  /** About as many requests as the hub is sent at once. */
  static final int PIECES = 25;

  private final Executor threads;
  private final Deque<Deque<Runnable>> ring = new ArrayDeque<>();

  /** Of the turn of the first work. */
  private int begun;

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
      Deque<Runnable> work = ring.getFirst();
      Runnable piece = work.removeFirst();
      begun++;
      if (work.isEmpty()) {
        ring.removeFirst();
        begun = 0;
      } else if (begun == PIECES) {
        ring.addLast(ring.removeFirst());
        begun = 0;
      }
      return piece;
    }
  }
}
