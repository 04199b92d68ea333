package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.event.Occurrence.Once;
import io.sluice.hub.event.Occurrence.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Collects what happens to an object between two Events of one reason (policy-propagation 15).
 *
 * <p>Memory is bounded: of a series it keeps some messages and counts the others, and of too many
 * series it drops the newest. {@link EventRecorder} says when a series is taken.
 */
final class EventAggregator {
  static final int MOST_SERIES = 4096;
  static final int MOST_MESSAGES = 32;
  private static final int MOST_OCCASIONS = 16_384;

  private final Map<Series, Collected> collected = new HashMap<>();

  /** What was recorded for an occasion already, the oldest first. */
  private final Set<Once> known = new LinkedHashSet<>();

  /**
   * Holds what one Event says.
   *
   * @param single whether it says the first occurrence and nothing else
   */
  record Collection(Occurrence first, boolean warning, String note, boolean single) {
    Collection {
      requireNonNull(first, "first is null");
      requireNonNull(note, "note is null");
    }
  }

  private static final class Collected {
    private final List<Occurrence> kept = new ArrayList<>();
    private long omitted;
  }

  /** Says what became of an occurrence. */
  enum Answer {
    /** The first of its series: an Event is due. */
    DUE,
    /** Part of an Event that is due already, or recorded before. */
    COLLECTED,
    /** Too many series are waiting. */
    DROPPED
  }

  /** Adds an occurrence. */
  Answer add(Occurrence occurrence) {
    Optional<Once> once = occurrence.once();
    if (once.filter(known::contains).isPresent()) {
      return Answer.COLLECTED;
    }
    Collected series = collected.get(occurrence.series());
    if (series == null && collected.size() >= MOST_SERIES) {
      return Answer.DROPPED;
    }
    once.ifPresent(this::remember);
    if (series == null) {
      series = new Collected();
      collected.put(occurrence.series(), series);
      series.kept.add(occurrence);
      return Answer.DUE;
    }
    if (series.kept.size() < MOST_MESSAGES) {
      series.kept.add(occurrence);
    } else {
      series.omitted++;
    }
    return Answer.COLLECTED;
  }

  private void remember(Once once) {
    known.add(once);
    if (known.size() > MOST_OCCASIONS) {
      known.remove(known.iterator().next());
    }
  }

  /**
   * Takes what the next Event of a series says.
   *
   * @return empty when nothing happened since the last one; then the series has ended
   */
  Optional<Collection> take(Series key) {
    Collected series = collected.get(key);
    if (series == null || series.kept.isEmpty()) {
      collected.remove(key);
      return Optional.empty();
    }
    Collection collection =
        new Collection(
            series.kept.get(0),
            series.kept.stream().anyMatch(Occurrence::warning),
            EventNote.of(series.kept.stream().map(Occurrence::message).toList(), series.omitted),
            series.kept.size() == 1 && series.omitted == 0);
    series.kept.clear();
    series.omitted = 0;
    return Optional.of(collection);
  }

  /** Returns the series that have something to say. */
  List<Series> waiting() {
    return collected.entrySet().stream()
        .filter(series -> !series.getValue().kept.isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }
}
