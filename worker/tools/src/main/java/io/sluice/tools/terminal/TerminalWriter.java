package io.sluice.tools.terminal;

import io.sluice.text.PrintableText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes what commands print: control characters in it are replaced, wherever they come from
 * (policy-propagation 16b). Line feeds, tabs and colours stay.
 *
 * <p>A name, a message or an annotation of a hub could otherwise draw over what is printed, or make
 * the terminal answer as if a person typed. What moves the cursor is passed by {@link #control}.
 */
public final class TerminalWriter extends PrintWriter {
  /** Those of {@link AnsiColor}, and none that hides a text: the screen shows what is written. */
  private static final Pattern COLOUR =
      Pattern.compile("\u001b\\[(?:0|%s)m".formatted(AnsiColor.codes()));

  private static final String LINE_END = "\r\n";

  private final Writer target;

  /** Writes there, and flushes after each line. */
  public TerminalWriter(Writer target) {
    super(new Filter(target), true);
    this.target = target;
  }

  /** Writes what an output that can be drawn over obeys: never what somebody else wrote. */
  public static void control(PrintWriter out, String sequence) {
    if (!(out instanceof TerminalWriter terminal)) {
      out.print(sequence);
      return;
    }
    terminal.flush();
    try {
      terminal.target.write(sequence);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces control characters. Each text comes whole: nothing before it collects parts. */
  private static final class Filter extends Writer {
    private final Writer target;

    Filter(Writer target) {
      this.target = target;
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      target.write(clean(new String(characters, offset, length)));
    }

    private static String clean(String text) {
      StringBuilder clean = new StringBuilder(text.length());
      int end = 0;
      Matcher colours = COLOUR.matcher(text);
      while (colours.find()) {
        clean.append(plain(text.substring(end, colours.start()))).append(colours.group());
        end = colours.end();
      }
      return clean.append(plain(text.substring(end))).toString();
    }

    /** Windows ends lines by two characters. */
    private static String plain(String text) {
      return PrintableText.lines(
              System.lineSeparator().equals(LINE_END) ? text.replace(LINE_END, "\n") : text)
          .replace("\n", System.lineSeparator());
    }

    @Override
    public void flush() throws IOException {
      target.flush();
    }

    @Override
    public void close() throws IOException {
      target.close();
    }
  }
}
