package io.sluice.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects what a person types, so that nobody has to wait for it. */
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
      // A daemon: nobody can interrupt a read of the standard input.
      Thread reader = new Thread(this::read, "answers");
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

  /** The next line, if there is one. */
  Optional<String> next() {
    return Optional.ofNullable(lines.poll());
  }

  /** True when no line will come any more. */
  boolean over() {
    return ended && lines.isEmpty();
  }
}
