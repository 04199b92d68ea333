package io.sluice.hub.event;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums up the messages of one Event in the bytes that the hub takes. */
final class EventNote {
  /** The limit of the API server; it counts bytes. */
  static final int MOST_BYTES = 1024;

  private static final int ROOM_FOR_MORE = 24;
  private static final String CUT = "…";

  private EventNote() {}

  /**
   * Joins the messages, each once with the number of its occurrences, and counts those that do not
   * fit: {@code Cluster c1 left. (3 times) Cluster c2 left. And 4 more.}
   *
   * @param omitted occurrences whose messages were not kept
   */
  static String of(List<String> messages, long omitted) {
    Map<String, Integer> times = new LinkedHashMap<>();
    messages.forEach(message -> times.merge(message, 1, Integer::sum));
    StringBuilder note = new StringBuilder();
    long more = omitted;
    int left = times.size();
    for (Map.Entry<String, Integer> message : times.entrySet()) {
      left--;
      String next = (note.length() == 0 ? "" : " ") + counted(message);
      int room = MOST_BYTES - (left > 0 || more > 0 ? ROOM_FOR_MORE : 0);
      if (note.length() > 0 && bytes(note) + bytes(next) > room) {
        more += message.getValue();
      } else {
        note.append(cut(next, room));
      }
    }
    return more == 0 ? note.toString() : note + " And %d more.".formatted(more);
  }

  private static String counted(Map.Entry<String, Integer> message) {
    return message.getValue() == 1
        ? message.getKey()
        : "%s (%d times)".formatted(message.getKey(), message.getValue());
  }

  /** Cuts between characters, never inside one. */
  private static String cut(String text, int most) {
    if (bytes(text) <= most) {
      return text;
    }
    int end = 0;
    int length = bytes(CUT);
    while (true) {
      int point = text.codePointAt(end);
      length += bytes(Character.toString(point));
      if (length > most) {
        return text.substring(0, end) + CUT;
      }
      end += Character.charCount(point);
    }
  }

  private static int bytes(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
