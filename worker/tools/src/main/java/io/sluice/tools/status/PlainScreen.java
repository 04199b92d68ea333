package io.sluice.tools.status;

import io.sluice.tools.terminal.TerminalStyle;
import java.io.PrintWriter;
import java.util.Optional;

/** Writes a line for each change: for files, pipes and build servers. */
public final class PlainScreen implements Screen {
  private final PrintWriter out;
  private final TerminalStyle style;
  private Optional<StatusView> last = Optional.empty();
  private Optional<String> lastNote = Optional.empty();

  public PlainScreen(PrintWriter out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void show(StatusView view, Optional<String> note, String clock) {
    StatusDiff.lines(last, view, clock, style).forEach(out::println);
    if (!note.equals(lastNote)) {
      note.ifPresent(sentence -> style.wrap(clock, sentence, clock.length()).forEach(out::println));
    }
    out.flush();
    last = Optional.of(view);
    lastNote = note;
  }

  @Override
  public void print(String text) {
    text.lines().forEach(out::println);
    out.flush();
  }

  @Override
  public void ask(String question) {
    print(question);
  }

  @Override
  public void answered() {
    // The answer was typed elsewhere: nothing on this output has to be removed.
  }

  @Override
  public void leave() {
    out.flush();
  }
}
