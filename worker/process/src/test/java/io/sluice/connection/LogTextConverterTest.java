package io.sluice.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTextConverterTest {
  @Test
  void aMessageForgesNoOtherAndMovesNoCursor() {
    assertThat(LogTextConverter.text("no policy a\u001b[1A\n12:00:00.000 ERROR Leader lost"))
        .isEqualTo(
            "no policy a\ufffd[1A" + System.lineSeparator() + "  12:00:00.000 ERROR Leader lost");
  }

  @Test
  void theEndOfALongOneIsCut() {
    assertThat(LogTextConverter.text("x".repeat(1_000_000))).hasSize(8 * 1024).endsWith("x…");
  }
}
