package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.control.run.Absences.Absence;
import io.sluice.fleet.Departures;
import io.sluice.policy.RolloutTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Notifies open runs of the members that have left: those that nothing selects any more, once their
 * grace is over (rollout-strategy 3.7).
 *
 * <p>Level-triggered: when a run is first seen, and every minute, it is asked which members its
 * snapshot lacks that it has not been notified of. A cluster that the hub no longer selects is
 * noticed sooner. The whole list is sent whenever it changes.
 */
public final class DepartureNotifier {
  private static final Duration ASK_EVERY = Duration.ofMinutes(1);

  private final Runs runs;
  private final Absences absences;
  private final Map<RolloutTarget, Absent> watched = new ConcurrentHashMap<>();

  /**
   * What the hub shows of the clusters of a run.
   *
   * @param selected those that a coherent snapshot selects; shared, not copied
   * @param presence what the caches hold of any cluster
   * @param absent reads live whether a cluster is still not selected
   */
  public record Selection(
      Set<String> selected,
      Function<String, Presence> presence,
      Supplier<Predicate<String>> absent) {
    public Selection {
      requireNonNull(selected, "selected is null");
      requireNonNull(presence, "presence is null");
      requireNonNull(absent, "absent is null");
    }
  }

  /** The clusters that a run may count and that nothing selects. */
  private record Absent(
      RunKey run,
      Set<String> selected,
      Map<String, Absence> waits,
      Departures told,
      Instant askedAt) {}

  /**
   * Creates a notifier.
   *
   * @param absences measures the grace
   */
  public DepartureNotifier(Runs runs, Absences absences) {
    this.runs = requireNonNull(runs, "runs is null");
    this.absences = requireNonNull(absences, "absences is null");
  }

  /**
   * Notifies the open run of a policy of what has changed.
   *
   * @return when to do so again without a change on the hub
   * @throws RuntimeException when Temporal cannot be reached
   */
  public Instant update(RolloutTarget policy, RunKey run, Selection hub, Instant now) {
    Optional<Absent> former =
        Optional.ofNullable(watched.get(policy)).filter(known -> known.run().equals(run));
    boolean asks = former.filter(known -> now.isBefore(known.askedAt().plus(ASK_EVERY))).isEmpty();
    Set<String> candidates = new HashSet<>();
    former.ifPresent(
        known -> {
          candidates.addAll(known.waits().keySet());
          known.selected().stream()
              .filter(cluster -> !hub.selected().contains(cluster))
              .forEach(candidates::add);
        });
    List<String> untold = asks ? runs.absent(policy).orElse(List.of()) : List.of();
    candidates.addAll(untold);
    Instant askedAt = asks ? now : former.orElseThrow().askedAt();
    candidates.removeAll(hub.selected());
    Map<String, Absence> waits =
        absences.next(former.map(Absent::waits).orElse(Map.of()), candidates, hub.presence(), now);
    Departures told = former.map(Absent::told).orElse(Departures.NONE);
    Departures next = departures(hub, waits, told, now);
    // A run that saw a cluster selected again for a moment has dropped its departure.
    boolean dropped = untold.stream().anyMatch(told.all()::contains);
    if ((dropped || !next.equals(told)) && runs.departed(policy, run.attemptKey(), next)) {
      told = next;
    }
    watched.put(policy, new Absent(run, hub.selected(), waits, told, askedAt));
    return waits.values().stream()
        .map(Absence::end)
        .filter(at -> at.isAfter(now))
        .reduce(askedAt.plus(ASK_EVERY), (one, other) -> one.isBefore(other) ? one : other);
  }

  private Departures departures(
      Selection hub, Map<String, Absence> waits, Departures told, Instant now) {
    List<String> due =
        waits.keySet().stream().filter(cluster -> waits.get(cluster).over(now)).toList();
    Set<String> known = told.all();
    Predicate<String> confirmed = known.containsAll(due) ? cluster -> true : hub.absent().get();
    List<String> gone = new ArrayList<>();
    List<String> deselected = new ArrayList<>();
    List<String> outOfReach = new ArrayList<>();
    for (String cluster : due) {
      if (known.contains(cluster) || confirmed.test(cluster)) {
        switch (waits.get(cluster).presence()) {
          case GONE -> gone.add(cluster);
          case AVAILABLE -> deselected.add(cluster);
          case OUT_OF_REACH -> outOfReach.add(cluster);
        }
      }
    }
    return new Departures(gone, deselected, outOfReach);
  }

  /** Forgets a policy whose run has ended. */
  public void forget(RolloutTarget policy) {
    watched.remove(policy);
  }
}
