package io.sluice.simulator.propagator;

/** Holds threads while a program is frozen, as a stopped process is. */
final class PauseSwitch {
  private boolean closed;

  synchronized void close() {
    closed = true;
  }

  synchronized void open() {
    closed = false;
    notifyAll();
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Waits while the program is frozen. */
  synchronized void pass() throws InterruptedException {
    while (closed) {
      wait();
    }
  }
}
