package io.sluice.tools.terminal;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Lists the colours of the output, as terminals understand them. */
public enum AnsiColor {
  BOLD("1"),
  FAINT("2"),
  GOOD("32"),
  BUSY("36"),
  WAITING("33"),
  BAD("31");

  private final String code;

  AnsiColor(String code) {
    this.code = code;
  }

  String apply(String text) {
    return text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }

  /** Returns the codes of all as a regular expression. */
  static String codes() {
    return Arrays.stream(values()).map(color -> color.code).collect(Collectors.joining("|"));
  }

  /** Returns the colour of a phase or an outcome. */
  public static AnsiColor of(String label) {
    return switch (label) {
      case "Succeeded" -> GOOD;
      case "Failed", "Halted", "Aborted" -> BAD;
      case "WaitingForApproval", "Paused" -> WAITING;
      default -> BUSY;
    };
  }
}
