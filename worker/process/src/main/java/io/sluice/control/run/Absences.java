package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Measures for how long nothing has selected clusters (rollout-strategy 3.7, "Leaving takes the
 * grace"): in attended time, and anew for one that is available again.
 */
public final class Absences {
  private final Duration grace;
  private final UnaryOperator<Instant> countedFrom;

  /**
   * The absence of one cluster.
   *
   * @param since from when it counts
   * @param end when its grace is over; {@link Instant#MIN} without a ManagedCluster
   */
  public record Absence(Instant since, Presence presence, Instant end) {
    public Absence {
      requireNonNull(since, "since is null");
      requireNonNull(presence, "presence is null");
      requireNonNull(end, "end is null");
    }

    /** Returns whether the grace is over. */
    public boolean over(Instant now) {
      return !end.isAfter(now);
    }

    /** Whether the cluster has returned within reach: the absence that counts begins then. */
    private boolean reaches(Presence now) {
      return presence == Presence.OUT_OF_REACH && now == Presence.AVAILABLE;
    }
  }

  /**
   * Measures by this grace.
   *
   * @param countedFrom returns from when an absence that began at an instant counts, as only
   *     attended time does
   */
  public Absences(Duration grace, UnaryOperator<Instant> countedFrom) {
    this.grace = requireNonNull(grace, "grace is null");
    this.countedFrom = requireNonNull(countedFrom, "countedFrom is null");
  }

  /**
   * Returns the absences now.
   *
   * @param former what it returned last
   * @param clusters those that nothing selects
   * @param presence what has become of each
   */
  public SortedMap<String, Absence> next(
      Map<String, Absence> former,
      Collection<String> clusters,
      Function<String, Presence> presence,
      Instant now) {
    SortedMap<String, Absence> next = new TreeMap<>();
    for (String cluster : clusters) {
      Presence present = presence.apply(cluster);
      Instant since =
          countedFrom.apply(
              Optional.ofNullable(former.get(cluster))
                  .filter(known -> !known.reaches(present))
                  .map(Absence::since)
                  .orElse(now));
      Instant end = present == Presence.GONE ? Instant.MIN : since.plus(grace);
      next.put(cluster, new Absence(since, present, end));
    }
    return next;
  }
}
