package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps the newest entries of one template as status-sync does (policy-propagation 11.2). */
final class SpokeHistory {
  private static final int LONGEST = 10;
  private static final Duration ONE_EVENT = ChronoUnit.MICROS.getDuration().multipliedBy(5);

  private final List<Entry> entries = new ArrayList<>();

  /** Adds an entry; the order is that of the times in the names, not that of the arrivals. */
  void add(Entry entry) {
    if (entries.stream().anyMatch(entry::mergesWith)) {
      return;
    }
    entries.add(entry);
    entries.sort(Comparator.comparing(Entry::at).reversed());
    if (entries.size() > LONGEST) {
      entries.remove(entries.size() - 1);
    }
  }

  /** Changes the newest message under its old name, as a patched Event does. */
  void patch(String message) {
    Entry newest = entries.get(0);
    entries.set(0, new Entry(newest.at(), message, newest.eventName()));
  }

  Optional<Entry> newest() {
    return entries.stream().findFirst();
  }

  Optional<SpokeState> state() {
    return newest().map(entry -> SpokeState.ofMessage(entry.message()));
  }

  List<Map<String, Object>> tree() {
    return entries.stream().map(Entry::tree).toList();
  }

  /** Holds one event, dated by the clock of the spoke. */
  record Entry(Instant at, String message, String eventName) {
    private static final int LONGEST_MESSAGE = 4096;

    Entry {
      requireNonNull(at, "at is null");
      requireNonNull(eventName, "eventName is null");
      message = message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
    }

    static Entry of(String policy, Instant at, String message) {
      long nanos = at.getEpochSecond() * 1_000_000_000 + at.getNano();
      return new Entry(at, message, policy + "." + Long.toHexString(nanos));
    }

    boolean mergesWith(Entry other) {
      return message.equals(other.message)
          && Duration.between(at, other.at).abs().compareTo(ONE_EVENT) < 0;
    }

    Map<String, Object> tree() {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("lastTimestamp", at.truncatedTo(ChronoUnit.SECONDS).toString());
      tree.put("message", message);
      tree.put("eventName", eventName);
      return tree;
    }
  }
}
