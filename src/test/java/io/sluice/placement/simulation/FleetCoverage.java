package io.sluice.placement.simulation;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what was covered, over all fleets. */
final class FleetCoverage {
  /** Lists what a large enough number of fleets must cover. */
  enum Item {
    STABLE,
    RECOMPUTE,
    KEPT,
    NOTHING_PUBLISHED,
    WRITE,
    CREATED,
    LABELS_WRITTEN,
    DELETED,
    ABOVE_LIMIT,
    SPILLED,
    REPLACED_AFTER_WRITE,
    CRASHED,
    CONFLICT,
    EDITED_BY_HAND,
    FOREIGN,
    INCOHERENT,
    MIXED,
    SEVERAL_OBJECTS
  }

  private final Map<Item, LongAdder> seen = new EnumMap<>(Item.class);

  FleetCoverage() {
    Arrays.stream(Item.values()).forEach(item -> seen.put(item, new LongAdder()));
  }

  void saw(Item item) {
    seen.get(item).increment();
  }

  /** Returns what was never covered. */
  List<Item> missing() {
    return seen.entrySet().stream()
        .filter(entry -> entry.getValue().sum() == 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    seen.forEach((item, count) -> text.append(" %s=%d".formatted(item, count.sum())));
    return text.toString().strip();
  }
}
