package io.sluice.hub.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventNoteTest {
  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void aMessageIsCutByBytesAndNeverInsideACharacter() {
    String note = EventNote.of(List.of("ü😀".repeat(600)), 0);
    assertThat(bytes(note)).isBetween(1018, 1024);
    assertThat(note).endsWith("…").doesNotContain("\uFFFD");
    assertThat(new String(note.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(note);
  }

  @Test
  void aMessageThatFitsStaysAsItIs() {
    assertThat(EventNote.of(List.of("x".repeat(1024)), 0)).isEqualTo("x".repeat(1024));
  }

  @Test
  void equalMessagesAreCounted() {
    assertThat(EventNote.of(List.of("One.", "Two.", "One.", "One."), 0))
        .isEqualTo("One. (3 times) Two.");
  }

  @Test
  void messagesThatDoNotFitAreCounted() {
    List<String> messages =
        IntStream.range(0, 30).mapToObj(i -> "%02d".formatted(i) + "x".repeat(98)).toList();
    String note = EventNote.of(messages, 7);
    assertThat(bytes(note)).isLessThanOrEqualTo(1024);
    assertThat(note).startsWith("00x").endsWith(" And 28 more.");
  }
}
