package io.sluice.rehearsal.server;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** Holds the time, which goes from one entry to the next. Used by one thread. */
public final class Agenda {
  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparing(Entry::number));
  private Instant now;
  private long number;
  private boolean stopped;

  /**
   * Holds what is to be done at an instant.
   *
   * @param number orders those of one instant
   */
  record Entry(Instant at, long number, Runnable task) {}

  Agenda(Instant now) {
    this.now = requireNonNull(now, "now is null");
  }

  /** Returns the time. */
  public Instant now() {
    return now;
  }

  /** Does something at that instant, or now if it has passed. */
  public void at(Instant instant, Runnable task) {
    add(instant, task);
  }

  /** Lets nothing come any more. */
  public void stop() {
    stopped = true;
  }

  Entry add(Instant instant, Runnable task) {
    Entry entry = new Entry(instant.isBefore(now) ? now : instant, number++, task);
    entries.add(entry);
    return entry;
  }

  void cancel(Entry entry) {
    entries.remove(entry);
  }

  Optional<Instant> next() {
    return Optional.ofNullable(entries.peek()).filter(entry -> !stopped).map(Entry::at);
  }

  /** Lets the time pass to the next entry, and does what is to be done at that instant. */
  void advance() {
    now = entries.element().at();
    while (!stopped && !entries.isEmpty() && entries.peek().at().equals(now)) {
      entries.remove().task().run();
    }
  }
}
