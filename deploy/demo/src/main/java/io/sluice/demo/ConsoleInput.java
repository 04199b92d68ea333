package io.sluice.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads typed lines in the background, so that the demo need not wait for them. */
final class ConsoleInput {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleInput.class);

  private final BufferedReader in;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private boolean listening;
  private volatile boolean ended;

  ConsoleInput(BufferedReader in) {
    this.in = in;
  }

  /** Reads from now on; before the first question nothing is taken from the input. */
  void listen() {
    if (!listening) {
      listening = true;
      // A daemon: a read of the standard input cannot be interrupted.
      Thread reader = new Thread(this::read, "console-input");
      reader.setDaemon(true);
      reader.start();
    }
  }

  private void read() {
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line.strip());
      }
    } catch (IOException e) {
      LOG.warn("Cannot read the standard input any more", e);
    } finally {
      ended = true;
    }
  }

  /** Returns the next line, if there is one. */
  Optional<String> next() {
    return Optional.ofNullable(lines.poll());
  }

  /** Returns whether the input has ended and all lines were taken. */
  boolean over() {
    return ended && lines.isEmpty();
  }
}
