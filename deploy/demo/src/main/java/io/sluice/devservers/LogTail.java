package io.sluice.devservers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Quotes the end of a log, for a message about a program that ended. */
final class LogTail {
  private static final int LINES = 8;
  private static final int WIDTH = 300;

  private LogTail() {}

  static String of(Path log) {
    try {
      // Latin-1 reads any byte: a log that was cut in the middle of a character must not hide the
      // rest.
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      return String.join(
          "\n",
          lines.subList(Math.max(0, lines.size() - LINES), lines.size()).stream()
              .map(line -> "  " + (line.length() > WIDTH ? line.substring(0, WIDTH) + "…" : line))
              .toList());
    } catch (IOException e) {
      return "  (no log: " + e.getMessage() + ")";
    }
  }
}
