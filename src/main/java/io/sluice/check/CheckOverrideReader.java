package io.sluice.check;

import static io.sluice.check.CheckReader.INVALID;

import io.sluice.rollout.strategy.SettingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads who lets which attempt pass a check (between-waves K3); who wrote it is found later. */
final class CheckOverrideReader {
  private static final int MOST = 200;
  private static final Set<String> FIELDS = Set.of("rolloutUID", "group", "reason");

  private CheckOverrideReader() {}

  static List<CheckOverride> read(SettingNode node) {
    if (node.notAList()) {
      node.refuse(INVALID, "not a list", "List entries with rolloutUID and group");
    }
    List<SettingNode> items = node.items().toList();
    if (items.size() > MOST) {
      node.report(
          INVALID,
          "has %d entries, more than %d".formatted(items.size(), MOST),
          "Remove those of former attempts");
    }
    List<CheckOverride> overrides = new ArrayList<>();
    items.forEach(item -> override(item).ifPresent(overrides::add));
    return overrides;
  }

  private static Optional<CheckOverride> override(SettingNode item) {
    item.warnOfUnknownFields(FIELDS, CheckReader.SETTINGS);
    Optional<String> attempt = item.child("rolloutUID").text().filter(text -> !text.isEmpty());
    Optional<String> group = item.child("group").text().filter(text -> !text.isEmpty());
    if (attempt.isEmpty()) {
      return item.refuse(
          INVALID, "and names no attempt", "Write the rolloutUID that the status shows");
    }
    if (group.isEmpty()) {
      return item.refuse(
          INVALID, "and names no group", "Write the group that passes; ungrouped: those without");
    }
    return Optional.of(
        new CheckOverride(
            attempt.get(), group.get(), Optional.empty(), item.child("reason").text()));
  }
}
