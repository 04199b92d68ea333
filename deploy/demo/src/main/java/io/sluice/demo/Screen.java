package io.sluice.demo;

import io.sluice.cli.StatusView;
import io.sluice.cli.Terminal;
import java.io.PrintWriter;
import java.time.Duration;

/** Shows a rollout while it goes on. */
interface Screen {

  /** Shows where it stands now. */
  void show(StatusView view, Duration elapsed);

  /** Says something that stays: lines above or below the board. */
  void say(String text);

  /** Asks; the answer comes from elsewhere. */
  void ask(String question);

  /** The person has pressed return after an answer. */
  void answered();

  /** Leaves the board as it is, for whatever is said afterwards. */
  void leave();

  static Screen of(Terminal terminal, PrintWriter out) {
    return terminal.redraws()
        ? new LiveScreen(out, terminal.paper())
        : new PlainScreen(out, terminal.paper());
  }
}
