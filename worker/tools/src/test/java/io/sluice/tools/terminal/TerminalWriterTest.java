package io.sluice.tools.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalWriterTest {
  private final StringWriter written = new StringWriter();
  private final PrintWriter out = new TerminalWriter(written);

  @Test
  void whatMovesTheCursorOrAsksTheTerminalIsReplaced() {
    out.println("a\u001b[2J\u001b]0;title\u0007\u009b5A\rb\u202ec");
    assertThat(written)
        .hasToString(
            "a\ufffd[2J\ufffd]0;title\ufffd\ufffd5A\ufffdb\ufffdc" + System.lineSeparator());
  }

  @Test
  void coloursTabsAndLinesStay() {
    out.printf("%s\t%s%n", AnsiColor.GOOD.apply("Succeeded"), "a\nb");
    assertThat(written)
        .hasToString(
            "\u001b[32mSucceeded\u001b[0m\ta"
                + System.lineSeparator()
                + "b"
                + System.lineSeparator());
  }

  /** Somebody could write them into a name, or write black on black. */
  @ParameterizedTest
  @ValueSource(strings = {"8", "30;40", "5", "38;5;0", "47", "", "1;30", "7"})
  void noTextIsHiddenByItsColour(String code) {
    out.print("a\u001b[" + code + "mb");
    assertThat(written).hasToString("a\ufffd[" + code + "mb");
  }

  @Test
  void whatAScreenDrawsPassesInItsPlace() {
    out.print("a");
    TerminalWriter.control(out, "\u001b[J");
    out.print("b\u001b[J");
    assertThat(written).hasToString("a\u001b[Jb\ufffd[J");
  }
}
