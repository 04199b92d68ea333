package io.sluice.tools.cli;

import io.sluice.tools.terminal.Terminal;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;

/** Runs a command that ends by Ctrl-C only, on a thread of its own. */
public final class BackgroundCommand implements AutoCloseable {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final AtomicInteger code = new AtomicInteger(-1);
  private final Thread thread;

  /** Begins. */
  public BackgroundCommand(Terminal terminal, String... args) {
    CommandLine line = Cli.commandLine(terminal, (command, console) -> {}, args);
    Cli.print(line, out, err);
    thread = new Thread(() -> code.set(line.execute(args)), "command");
    thread.start();
  }

  /** Returns what it has printed so far. */
  public String out() {
    return out.toString();
  }

  /** Returns what it has reported so far. */
  public String err() {
    return err.toString();
  }

  /** Ends it as Ctrl-C does; returns the exit code. */
  public int stop() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return code.get();
  }

  @Override
  public void close() {
    stop();
  }
}
