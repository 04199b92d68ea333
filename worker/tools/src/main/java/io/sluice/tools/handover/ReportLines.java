package io.sluice.tools.handover;

import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.List;

/** Collects the lines of a report for people, as wide as their terminal. */
final class ReportLines {
  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  ReportLines(TerminalStyle style) {
    this.style = style;
  }

  void add(List<String> more) {
    lines.addAll(more);
  }

  void paragraph(String text) {
    lines.addAll(style.wrap(text, 0));
  }

  /** Adds an empty line before a paragraph. */
  void nextParagraph(String text) {
    lines.add("");
    paragraph(text);
  }

  /** Adds a title with its entries, each with an indent; nothing without entries. */
  void section(String title, List<String> entries) {
    if (entries.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(title);
    entries.forEach(entry -> lines.addAll(style.wrap("  ", entry, 4)));
  }

  List<String> all() {
    return lines;
  }
}
