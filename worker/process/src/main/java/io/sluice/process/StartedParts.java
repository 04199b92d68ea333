package io.sluice.process;

import java.util.ArrayDeque;
import java.util.Deque;

/** Holds what a process has started, and closes it: the last part first, and each of them. */
final class StartedParts implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /** Adds a part, and returns it. */
  <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /** Closes all parts because the start failed; what fails now is added to that failure. */
  RuntimeException abandon(RuntimeException failure) {
    try {
      close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /**
   * Closes all parts.
   *
   * @throws IllegalStateException if a part could not be closed; the others are closed then
   */
  @Override
  public void close() {
    IllegalStateException failure = null;
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        if (failure == null) {
          failure =
              new IllegalStateException("Cannot close all of this process: " + e.getMessage(), e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
