package io.sluice.tools.status;

import io.sluice.tools.terminal.DisplayWidth;
import io.sluice.tools.terminal.TerminalStyle;
import io.sluice.tools.terminal.TerminalWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Draws the status again over itself, on a terminal, whenever it changes.
 *
 * <p>A line wider than the terminal takes several rows there: rows are counted, not lines. What is
 * higher than the terminal could not be drawn over: its end is left out until the screen is left.
 */
final class LiveScreen implements Screen {
  private static final String UP = "\u001b[%dA";
  private static final String ERASE_BELOW = "\u001b[J";

  private final PrintWriter out;
  private final TerminalStyle style;
  private final int height;
  private final Function<StatusView, List<String>> format;
  private List<String> drawn = List.of();
  private String question = "";
  private int rows;

  /**
   * Draws there.
   *
   * @param format formats a status
   */
  LiveScreen(
      PrintWriter out, TerminalStyle style, int height, Function<StatusView, List<String>> format) {
    this.out = out;
    this.style = style;
    this.height = height;
    this.format = format;
  }

  @Override
  public void show(StatusView view, Optional<String> note, String clock) {
    List<String> lines = new ArrayList<>(format.apply(view));
    note.ifPresent(
        sentence -> {
          lines.add("");
          lines.addAll(style.wrap(sentence, 2));
        });
    if (!view.waitsForApproval()) {
      question = "";
    }
    if (!lines.equals(drawn)) {
      drawn = lines;
      draw();
    }
  }

  @Override
  public void print(String text) {
    goUp();
    Screen.fitted(text, style).forEach(out::println);
    rows = 0;
    draw();
  }

  @Override
  public void ask(String asked) {
    if (!asked.equals(question)) {
      question = asked;
      draw();
    }
  }

  @Override
  public void answered() {
    rows++;
    question = "";
    draw();
  }

  @Override
  public void leave() {
    question = "";
    goUp();
    drawn.forEach(out::println);
    out.println();
    drawn = List.of();
    rows = 0;
  }

  private void goUp() {
    TerminalWriter.control(out, "\r" + (rows > 0 ? UP.formatted(rows) : "") + ERASE_BELOW);
  }

  private void draw() {
    goUp();
    rows = rows(question) - 1;
    for (String line : drawn) {
      if (rows + rows(line) >= height) {
        break;
      }
      out.println(line);
      rows += rows(line);
    }
    out.print(question);
    out.flush();
  }

  private int rows(String line) {
    return Math.max(1, (DisplayWidth.of(line) + style.columns() - 1) / style.columns());
  }
}
