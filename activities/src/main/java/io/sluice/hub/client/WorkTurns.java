package io.sluice.hub.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Shares threads among works by turns, so that a small work does not wait for the end of a large
 * one that came before it.
 *
 * <p>A turn has several pieces, so a work that fits into one turn ends in it. With one piece at a
 * time all works would end about when the last one does, and those with a time limit perhaps never.
 */
final class WorkTurns {
  /** About as many requests as the hub is sent at once. */
  static final int PIECES = 25;

  private final Executor threads;
  private final Deque<Deque<Runnable>> ring = new ArrayDeque<>();

  /** How many pieces of the present turn, that of the first work, have been taken. */
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

  /** Finds a piece in every call: {@link #add} queues one call for each piece. */
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
