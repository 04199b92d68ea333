package io.sluice.simulation;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts what was covered, over all simulations. */
final class CoverageCounter {
  private final Map<CoverageItem, LongAdder> seen = new EnumMap<>(CoverageItem.class);
  private final Map<EventKind, LongAdder> events = new EnumMap<>(EventKind.class);

  CoverageCounter() {
    Arrays.stream(CoverageItem.values()).forEach(what -> seen.put(what, new LongAdder()));
    Arrays.stream(EventKind.values()).forEach(kind -> events.put(kind, new LongAdder()));
  }

  void saw(CoverageItem what) {
    seen.get(what).increment();
  }

  void saw(CoverageItem what, long times) {
    seen.get(what).add(times);
  }

  void happened(EventKind kind) {
    events.get(kind).increment();
  }

  long of(CoverageItem what) {
    return seen.get(what).sum();
  }

  long events() {
    return events.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns what was never covered. */
  List<String> missing() {
    return Stream.concat(seen.entrySet().stream(), events.entrySet().stream())
        .filter(entry -> entry.getValue().sum() == 0)
        .map(entry -> entry.getKey().toString())
        .toList();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    seen.forEach((what, count) -> text.append(" %s=%d".formatted(what, count.sum())));
    text.append(System.lineSeparator()).append("events:");
    events.forEach((kind, count) -> text.append(" %s=%d".formatted(kind, count.sum())));
    return text.toString().strip();
  }
}
