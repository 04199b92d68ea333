package io.sluice.tools.status;

import io.sluice.tools.terminal.DisplayWidth;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Shows a running rollout. */
public interface Screen {
  /**
   * Shows its present status.
   *
   * @param note a sentence below it, about what the status does not have
   * @param clock begins each line, such as {@code " 3.4s "}, where every change has a line
   */
  void show(StatusView view, Optional<String> note, String clock);

  /** Prints lines that stay, above or below the status. */
  void print(String text);

  /** Shows a question; the answer comes from the console input. */
  void ask(String question);

  /** The user has pressed return after an answer. */
  void answered();

  /** Leaves the status as it is; what is printed afterwards stands below. */
  void leave();

  /** Breaks lines that are too wide; indented ones stay whole, because they can be pasted. */
  static List<String> fitted(String text, TerminalStyle style) {
    return text.lines()
        .flatMap(
            line ->
                line.startsWith("  ") || DisplayWidth.of(line) <= style.columns()
                    ? Stream.of(line)
                    : style.wrap(line, 2).stream())
        .toList();
  }

  /**
   * Returns a screen that is drawn over on a terminal, and line by line elsewhere.
   *
   * @param lines formats what is drawn
   */
  static Screen of(Terminal terminal, PrintWriter out, Function<StatusView, List<String>> lines) {
    return terminal.redraws()
        ? new LiveScreen(out, terminal.style(), terminal.rows(), lines)
        : new PlainScreen(out, terminal.style());
  }
}
