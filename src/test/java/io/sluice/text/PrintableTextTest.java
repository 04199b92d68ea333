package io.sluice.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTextTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00, 0x07, 0x08, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x9d, 0x061c, 0x200e, 0x200f, 0x2028,
        0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xd800, 0xdfff, 0xfeff, 0xe0041
      })
  void whatATerminalOrABrowserObeysIsReplaced(int point) {
    String text = "a" + Character.toString(point) + "b";
    assertThat(PrintableText.line(text)).isEqualTo("a\ufffdb");
    assertThat(PrintableText.lines(text)).isEqualTo("a\ufffdb");
  }

  @Test
  void lineBreaksAndTabsStayOnlyWhereTheTextHasLines() {
    assertThat(PrintableText.lines("a\n\tb")).isEqualTo("a\n\tb");
    assertThat(PrintableText.line("a\n\tb")).isEqualTo("a\ufffd\ufffdb");
  }

  @Test
  void lettersOfAllScriptsStay() {
    // The joiner is part of an emoji, the non-joiner of a Persian word.
    String text = "Zürich 東京 می\u200cخواهم 👩\u200d🚒 e\u0301";
    assertThat(PrintableText.line(text)).isSameAs(text);
  }

  @Test
  void anEndIsCutBetweenCharacters() {
    assertThat(PrintableText.line("abcdef", 6)).isEqualTo("abcdef");
    assertThat(PrintableText.line("abcdefg", 6)).isEqualTo("abcde…");
    assertThat(PrintableText.line("abcd👩fg", 6)).isEqualTo("abcd…");
    assertThat(PrintableText.line("\u001b".repeat(1_000_000), 3)).isEqualTo("\ufffd\ufffd…");
  }
}
