package io.sluice.tools.placement;

import io.sluice.fleet.GroupKey;
import io.sluice.tools.terminal.DisplayWidth;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.Collection;

/** Formats rows that begin with a decision group: its index and its name, in columns. */
final class GroupTable {
  private static final int LONGEST_NAME = 32;
  private static final String UNNAMED = "(unnamed)";

  private final TerminalStyle style;
  private final int name;
  private final int index;

  GroupTable(Collection<GroupKey> groups, TerminalStyle style) {
    this.style = style;
    this.name =
        Math.min(
            LONGEST_NAME,
            groups.stream().mapToInt(group -> DisplayWidth.of(name(group))).max().orElse(0));
    this.index =
        groups.stream().mapToInt(group -> Integer.toString(group.index()).length()).max().orElse(1);
  }

  String row(GroupKey group, String rest) {
    return "  %s  %s  %s"
        .formatted(
            ("%" + index + "d").formatted(group.index()), style.pad(name(group), name), rest);
  }

  private static String name(GroupKey group) {
    return group.named() ? group.name() : UNNAMED;
  }

  /** Formats a group inside a sentence: {@code group 2 (prod)}. */
  static String label(GroupKey group) {
    return "group %d %s"
        .formatted(group.index(), group.named() ? "(" + group.name() + ")" : UNNAMED);
  }
}
