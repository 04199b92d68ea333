package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.schedule.OpenStretch;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Shows one decision group.
 *
 * @param cells one for each of its clusters, by name; empty where they could not be read
 * @param openings when those that have not started may start; empty where nothing restricts that,
 *     or it is not known
 */
public record GroupCells(
    RolloutStatus.Group group, List<ClusterCell> cells, List<OpenStretch> openings) {
  public GroupCells {
    requireNonNull(group, "group is null");
    cells = List.copyOf(cells);
    openings = List.copyOf(openings);
  }

  /** Shows a group of which nothing is known of when its clusters may start. */
  public GroupCells(RolloutStatus.Group group, List<ClusterCell> cells) {
    this(group, cells, List.of());
  }

  /** Returns the cluster whose soak ends first; empty where none soaks, or that is not known. */
  public Optional<ClusterCell> firstSoak() {
    return first(NextInstants::soakUntil);
  }

  /** Returns the cluster whose deadline passes first; empty where none runs, or is known. */
  public Optional<ClusterCell> firstDeadline() {
    return first(NextInstants::deadline);
  }

  private Optional<ClusterCell> first(Function<NextInstants, Optional<Instant>> instant) {
    return cells.stream()
        .filter(cell -> instant.apply(cell.next()).isPresent())
        .min(Comparator.comparing(cell -> instant.apply(cell.next()).orElseThrow()));
  }
}
