package io.sluice.cli;

/** Lists the colours that a board is drawn in, as terminals understand them. */
enum AnsiColor {
  PLAIN(""),
  BOLD("1"),
  FAINT("2"),
  GOOD("32"),
  BUSY("36"),
  ASKING("33"),
  BAD("31");

  private final String code;

  AnsiColor(String code) {
    this.code = code;
  }

  String on(String text) {
    return code.isEmpty() || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }

  /** The colour of a phase or an outcome. */
  static AnsiColor of(String word) {
    return switch (word) {
      case "Succeeded" -> GOOD;
      case "Failed", "Halted", "Aborted" -> BAD;
      case "WaitingForApproval", "Paused" -> ASKING;
      default -> BUSY;
    };
  }
}
