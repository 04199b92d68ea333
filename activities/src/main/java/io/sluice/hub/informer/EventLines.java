package io.sluice.hub.informer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Splits the text of a watch into its lines, while it arrives: each is an event. */
final class EventLines {
  /** A root of a large fleet is a line of more than a megabyte; others need less. */
  private static final int KEPT_BUFFER = 1 << 16;

  /** Far more than the API server stores of an object. */
  private static final int LONGEST = 1 << 25;

  private final ListText.ObjectReader reader;

  /** The first bytes of a line whose last ones are in a later part. */
  private ByteArrayOutputStream begun = new ByteArrayOutputStream();

  EventLines(ListText.ObjectReader reader) {
    this.reader = reader;
  }

  /** Reads a part of the text. */
  void read(byte[] text) throws IOException {
    int from = 0;
    for (int at = 0; at < text.length; at++) {
      if (text[at] == '\n') {
        line(text, from, at);
        from = at + 1;
      }
    }
    begun.write(text, from, text.length - from);
    if (begun.size() > LONGEST) {
      throw new IOException("an event of the hub is longer than %d bytes".formatted(LONGEST));
    }
  }

  private void line(byte[] text, int from, int to) throws IOException {
    if (begun.size() == 0) {
      if (to > from) {
        reader.read(Arrays.copyOfRange(text, from, to));
      }
      return;
    }
    begun.write(text, from, to - from);
    byte[] line = begun.toByteArray();
    if (line.length > KEPT_BUFFER) {
      begun = new ByteArrayOutputStream();
    } else {
      begun.reset();
    }
    reader.read(line);
  }
}
