package io.sluice.cli.demo;

import io.sluice.cli.board.BoardView;
import io.sluice.cli.board.News;
import io.sluice.cli.board.Paper;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;

/** Writes a line for each change: for files, pipes and build servers. */
final class PlainScreen implements Screen {
  private final PrintWriter out;
  private final Paper paper;
  private Optional<BoardView> last = Optional.empty();

  PlainScreen(PrintWriter out, Paper paper) {
    this.out = out;
    this.paper = paper;
  }

  @Override
  public void show(BoardView view, Duration elapsed) {
    String clock = "%7s  ".formatted(GroupTimes.seconds(elapsed));
    News.lines(last, view, clock, paper).forEach(out::println);
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
