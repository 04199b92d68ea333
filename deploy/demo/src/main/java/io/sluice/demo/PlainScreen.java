package io.sluice.demo;

import io.sluice.cli.StatusDiff;
import io.sluice.cli.StatusView;
import io.sluice.cli.TerminalStyle;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;

/** Writes a line for each change: for files, pipes and build servers. */
final class PlainScreen implements Screen {
  private final PrintWriter out;
  private final TerminalStyle paper;
  private Optional<StatusView> last = Optional.empty();

  PlainScreen(PrintWriter out, TerminalStyle paper) {
    this.out = out;
    this.paper = paper;
  }

  @Override
  public void show(StatusView view, Duration elapsed) {
    String clock = "%7s  ".formatted(GroupTimes.seconds(elapsed));
    StatusDiff.lines(last, view, clock, paper).forEach(out::println);
    out.flush();
    last = Optional.of(view);
  }

  @Override
  public void say(String text) {
    text.lines().forEach(out::println);
    out.flush();
  }

  @Override
  public void ask(String question) {
    say(question);
  }

  @Override
  public void answered() {
    // The answer was typed elsewhere: nothing stands on this output that would be in the way.
  }

  @Override
  public void leave() {
    out.flush();
  }
}
