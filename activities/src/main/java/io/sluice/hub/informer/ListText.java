package io.sluice.hub.informer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Splits the text of a list into those of its objects, while it arrives: one object at a time is
 * held, and one that cannot be parsed costs itself alone (policy-propagation 16b).
 *
 * <p>It follows braces and strings and nothing else, so what is nested deeply takes no stack.
 */
final class ListText {
  /** Takes the text of one object. */
  @FunctionalInterface
  interface ObjectReader {
    void read(byte[] object) throws IOException;
  }

  /** The metadata of a list is far smaller; an answer that is no list may not fill the memory. */
  private static final int LONGEST_ENVELOPE = 1 << 20;

  private enum Place {
    LIST,
    BETWEEN_OBJECTS,
    OBJECT
  }

  private final ObjectReader reader;

  /** All but the objects. */
  private final ByteArrayOutputStream envelope = new ByteArrayOutputStream();

  private final ByteArrayOutputStream object = new ByteArrayOutputStream();

  /** The last string of the list itself: the key of what follows. */
  private final StringBuilder key = new StringBuilder();

  private Place place = Place.LIST;
  private int depth;
  private boolean inString;
  private boolean escaped;
  private long bytes;
  private int objects;

  ListText(ObjectReader reader) {
    this.reader = reader;
  }

  /** Reads a part of the text. */
  void read(byte[] text) throws IOException {
    bytes += text.length;
    int at = 0;
    while (at < text.length) {
      at =
          switch (place) {
            case LIST -> list(text, at);
            case BETWEEN_OBJECTS -> between(text, at);
            case OBJECT -> object(text, at);
          };
    }
  }

  private int list(byte[] text, int at) throws IOException {
    byte next = text[at];
    if (envelope.size() == LONGEST_ENVELOPE) {
      throw new IOException(
          "the answer is no list: it has %d bytes beside objects".formatted(bytes));
    }
    envelope.write(next);
    if (inString && depth == 1 && next != '"') {
      key.append((char) next);
    } else if (!inString && next == '"') {
      key.setLength(0);
    }
    boolean items = !inString && depth == 1 && next == '[' && key.toString().equals("items");
    follow(next);
    place = items ? Place.BETWEEN_OBJECTS : Place.LIST;
    return at + 1;
  }

  private int between(byte[] text, int at) {
    switch (text[at]) {
      case '{' -> place = Place.OBJECT;
      case ']' -> place = Place.LIST;
      default -> {}
    }
    return place == Place.BETWEEN_OBJECTS ? at + 1 : at;
  }

  private int object(byte[] text, int from) throws IOException {
    int at = from;
    boolean ended = false;
    while (at < text.length && !ended) {
      if (inString) {
        at = string(text, at);
      } else {
        follow(text[at++]);
        ended = depth == 2 && !inString;
      }
    }
    if (ended && object.size() == 0) {
      end(Arrays.copyOfRange(text, from, at));
    } else {
      object.write(text, from, at - from);
      if (ended) {
        byte[] whole = object.toByteArray();
        object.reset();
        end(whole);
      }
    }
    return at;
  }

  /** Passes over the rest of a string; most of a list is in strings. */
  private int string(byte[] text, int from) {
    int at = escaped ? from + 1 : from;
    escaped = false;
    while (at < text.length) {
      byte next = text[at++];
      if (next == '"') {
        inString = false;
        return at;
      }
      if (next == '\\' && at++ == text.length) {
        escaped = true;
        return text.length;
      }
    }
    return at;
  }

  private void follow(byte next) {
    if (inString) {
      inString = escaped || next != '"';
      escaped = !escaped && next == '\\';
    } else if (next == '"') {
      inString = true;
    } else if (next == '{' || next == '[') {
      depth++;
    } else if (next == '}' || next == ']') {
      depth--;
    }
  }

  private void end(byte[] text) throws IOException {
    place = Place.BETWEEN_OBJECTS;
    objects++;
    reader.read(text);
  }

  /** Returns what the list says beside its objects, after its last part. */
  JsonNode envelope() throws IOException {
    if (depth != 0 || bytes == 0) {
      throw new IOException("the list ended within itself, after %d bytes".formatted(bytes));
    }
    return ObjectParser.JSON.readTree(envelope.toByteArray());
  }

  /** Returns how many of these objects take that many bytes, at least one; 0: it had none. */
  long objectsIn(long wanted) {
    return objects == 0 ? 0 : Math.max(1, wanted * objects / bytes);
  }
}
