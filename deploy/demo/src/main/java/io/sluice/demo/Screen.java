package io.sluice.demo;

import io.sluice.cli.StatusView;
import io.sluice.cli.Terminal;
import java.io.PrintWriter;
import java.time.Duration;

/** Shows a running rollout. */
interface Screen {

  /** Shows its present status. */
  void show(StatusView view, Duration elapsed);

  /** Prints lines that stay, above or below the status. */
  void print(String text);

  /** Shows a question; the answer comes from the console input. */
  void ask(String question);

  /** The user has pressed return after an answer. */
  void answered();

  /** Leaves the status as it is; what is printed afterwards stands below. */
  void leave();

  static Screen of(Terminal terminal, PrintWriter out) {
    return terminal.redraws()
        ? new LiveScreen(out, terminal.style())
        : new PlainScreen(out, terminal.style());
  }
}
