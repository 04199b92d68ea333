package io.sluice.demo;

import io.sluice.cli.StatusPrinter;
import io.sluice.cli.StatusView;
import io.sluice.cli.TerminalStyle;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/** Draws the status again over itself, on a terminal, whenever it changes. */
final class LiveScreen implements Screen {
  private static final String UP = "\u001b[%dA";
  private static final String ERASE_LINE = "\u001b[K";
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
    List<String> lines = StatusPrinter.lines(view, style);
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
    text.lines().forEach(line -> out.print(line + ERASE_LINE + "\n"));
    out.print(ERASE_BELOW);
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
  }

  private void draw() {
    goUp();
    drawn.forEach(line -> out.print(line + ERASE_LINE + "\n"));
    out.print(ERASE_BELOW + question);
    out.flush();
    rows = drawn.size();
  }
}
