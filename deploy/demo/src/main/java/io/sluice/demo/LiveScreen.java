package io.sluice.demo;

import io.sluice.cli.DisplayWidth;
import io.sluice.cli.StatusPrinter;
import io.sluice.cli.StatusView;
import io.sluice.cli.TerminalStyle;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/**
 * Draws the status again over itself, on a terminal, whenever it changes.
 *
 * <p>A line wider than the terminal takes several rows there: rows are counted, not lines.
 */
final class LiveScreen implements Screen {
  private static final String UP = "\u001b[%dA";
  private static final String ERASE_BELOW = "\u001b[J";

  private final PrintWriter out;
  private final TerminalStyle style;
  private List<String> drawn = List.of();
  private String question = "";
  private int rows;

  LiveScreen(PrintWriter out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void show(StatusView view, Duration elapsed) {
    List<String> lines = StatusPrinter.lines(view, style, Screen.BEFORE);
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
    draw();
    out.println();
    drawn = List.of();
    rows = 0;
  }

  private void goUp() {
    out.print("\r");
    if (rows > 0) {
      out.print(UP.formatted(rows));
    }
    out.print(ERASE_BELOW);
  }

  private void draw() {
    goUp();
    drawn.forEach(out::println);
    out.print(question);
    out.flush();
    rows = drawn.stream().mapToInt(this::rows).sum() + rows(question) - 1;
  }

  private int rows(String line) {
    return Math.max(1, (DisplayWidth.of(line) + style.columns() - 1) / style.columns());
  }
}
