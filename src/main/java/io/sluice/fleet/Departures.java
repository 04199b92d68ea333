package io.sluice.fleet;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Lists the clusters that no placement selects any more and whose grace is over, by what became of
 * them (rollout-strategy 3.7). The controller measures the grace, and sends the whole list whenever
 * it changes.
 *
 * @param gone have no ManagedCluster any more, so that they get no grace
 * @param deselected are available, and not selected
 * @param outOfReach have a ManagedCluster that is not available: they may have been cut off by what
 *     is rolled out
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Departures(List<String> gone, List<String> deselected, List<String> outOfReach) {
  public static final Departures NONE = new Departures(List.of(), List.of(), List.of());

  public Departures {
    gone = List.copyOf(requireNonNullElse(gone, List.of()));
    deselected = List.copyOf(requireNonNullElse(deselected, List.of()));
    outOfReach = List.copyOf(requireNonNullElse(outOfReach, List.of()));
  }

  /** Returns those of these clusters. */
  public Departures of(Predicate<String> clusters) {
    Departures left =
        new Departures(
            gone.stream().filter(clusters).toList(),
            deselected.stream().filter(clusters).toList(),
            outOfReach.stream().filter(clusters).toList());
    return left.equals(this) ? this : left;
  }

  /** Returns the names of all. */
  public Set<String> all() {
    Set<String> all = new HashSet<>(gone);
    all.addAll(deselected);
    all.addAll(outOfReach);
    return all;
  }
}
