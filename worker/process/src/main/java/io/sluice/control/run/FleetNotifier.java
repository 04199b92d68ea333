package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.control.run.Absences.Absence;
import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.pace.Pace;
import io.sluice.policy.RolloutTarget;
import io.sluice.workflow.PolicyRolloutWorkflow.AbsentMembers;
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
 * Notifies open runs of what the hub does not show them: of the members that have left, which are
 * those that nothing selects any more once their grace is over (rollout-strategy 3.7), and of the
 * clusters that undo the repair of their replica (policy-propagation 8.1).
 *
 * <p>Level-triggered: when a run is first seen, and every minute, with no more than five runs a
 * second, it is asked which members its snapshot lacks that it has not been notified of, and which
 * undone repairs it knows of. A cluster that the hub no longer selects is noticed sooner. The whole
 * lists are sent whenever one changes.
 */
public final class FleetNotifier {
  private static final Pace ASKS = Pace.between(Duration.ofMinutes(1), Duration.ofMinutes(10));

  /** A run that is asked may have to be replayed first. */
  private static final Duration TURN = Duration.ofMillis(200);

  private final Runs runs;
  private final Absences absences;
  private final Map<RolloutTarget, Absent> watched = new ConcurrentHashMap<>();

  /**
   * What the hub shows of the clusters of a run.
   *
   * @param selected those that a coherent snapshot selects; shared, not copied
   * @param presence what the caches hold of any cluster
   * @param absent reads live whether a cluster is still not selected
   * @param undone what is left alone, as its repairs are undone
   */
  public record Selection(
      Set<String> selected,
      Function<String, Presence> presence,
      Supplier<Predicate<String>> absent,
      UndoneRepairs undone) {
    public Selection {
      requireNonNull(undone, "undone is null");
      requireNonNull(selected, "selected is null");
      requireNonNull(presence, "presence is null");
      requireNonNull(absent, "absent is null");
    }
  }

  /** The clusters that a run may count and that nothing selects. */
  private record Absent(
      RunKey run, Set<String> selected, Map<String, Absence> waits, Told told, Instant askedAt) {}

  /** What a run knows. */
  private record Told(Departures departures, UndoneRepairs undone) {
    static final Told NOTHING = new Told(Departures.NONE, UndoneRepairs.NONE);
  }

  /**
   * Creates a notifier.
   *
   * @param absences measures the grace
   */
  public FleetNotifier(Runs runs, Absences absences) {
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
    Duration interval = ASKS.share(TURN, watched.size());
    boolean asks = former.filter(known -> now.isBefore(known.askedAt().plus(interval))).isEmpty();
    Set<String> candidates = new HashSet<>();
    former.ifPresent(
        known -> {
          candidates.addAll(known.waits().keySet());
          known.selected().stream()
              .filter(cluster -> !hub.selected().contains(cluster))
              .forEach(candidates::add);
        });
    Optional<AbsentMembers> answer = asks ? runs.absent(policy) : Optional.empty();
    List<String> untold = answer.map(AbsentMembers::clusters).orElse(List.of());
    candidates.addAll(untold);
    Instant askedAt = asks ? now : former.orElseThrow().askedAt();
    candidates.removeAll(hub.selected());
    Map<String, Absence> waits =
        absences.next(former.map(Absent::waits).orElse(Map.of()), candidates, hub.presence(), now);
    Told told = former.map(Absent::told).orElse(Told.NOTHING);
    // What another process has sent to the run counts: this process knows nothing of it.
    told = new Told(told.departures(), answer.map(AbsentMembers::undone).orElse(told.undone()));
    Told next = new Told(departures(hub, waits, told.departures(), now), hub.undone());
    // A run that saw a cluster selected again for a moment has dropped its departure.
    boolean dropped = untold.stream().anyMatch(told.departures().all()::contains);
    if ((dropped || !next.equals(told))
        && runs.fleetChanged(policy, run.attemptKey(), next.departures(), next.undone())) {
      told = next;
    }
    watched.put(policy, new Absent(run, hub.selected(), waits, told, askedAt));
    return waits.values().stream()
        .map(Absence::end)
        .filter(at -> at.isAfter(now))
        .reduce(askedAt.plus(interval), (one, other) -> one.isBefore(other) ? one : other);
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
