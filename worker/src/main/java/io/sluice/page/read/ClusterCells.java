package io.sluice.page.read;

import static java.util.Objects.requireNonNull;

import io.sluice.beside.OverrideEntry;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.page.model.CellStatus;
import io.sluice.page.model.ClusterCell;
import io.sluice.rollout.Counts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides what the cell of each cluster shows, from what the hub holds of it.
 *
 * <p>A function: same objects, same cells. What the hub does not say is {@link CellStatus#STARTED}
 * or {@link CellStatus#UNKNOWN}, never a success.
 */
public final class ClusterCells {
  private final Map<String, RolloutStatus.Issue> issues = new HashMap<>();
  private final Map<String, Row> rows;
  private final Map<String, OverrideEntry> dispatched;
  private final String rolloutUid;

  /**
   * Holds what the status of the policy reports of one cluster.
   *
   * @param rolloutStatus empty where OCM's propagator writes that status
   */
  public record Row(Optional<String> rolloutStatus, Optional<String> compliant) {
    public Row {
      requireNonNull(rolloutStatus, "rolloutStatus is null");
      requireNonNull(compliant, "compliant is null");
    }
  }

  /**
   * Prepares the cells of one rollout.
   *
   * @param rows the clusters that the status of the policy lists, by name
   * @param dispatched the clusters on which the rollout enforces the policy, by name; empty where
   *     it writes replicas
   */
  public ClusterCells(
      RolloutStatus status, Map<String, Row> rows, Map<String, OverrideEntry> dispatched) {
    Objects.requireNonNullElse(status.exceptions, List.<RolloutStatus.Issue>of())
        .forEach(issue -> issues.put(issue.cluster(), issue));
    this.rows = Map.copyOf(rows);
    this.dispatched = Map.copyOf(dispatched);
    this.rolloutUid = Objects.requireNonNullElse(status.rolloutUID, "");
  }

  /** Returns the cells of a group, sorted by the names of its clusters. */
  public List<ClusterCell> of(RolloutStatus.Group group, List<String> clusters) {
    List<ClusterCell> cells = new ArrayList<>(clusters.size());
    clusters.stream()
        .sorted(ByteOrder.NAMES)
        .forEach(cluster -> cells.add(cell(cluster, group.counts())));
    return cells;
  }

  private ClusterCell cell(String cluster, Counts counts) {
    RolloutStatus.Issue issue = issues.get(cluster);
    if (issue != null) {
      return new ClusterCell(
          cluster,
          issue.ignored()
              ? CellStatus.IGNORED
              : CellStatus.ofLabel(Objects.requireNonNullElse(issue.status(), ""))
                  .orElse(CellStatus.UNKNOWN),
          Optional.ofNullable(issue.since()),
          Optional.ofNullable(issue.message()));
    }
    Row row = rows.getOrDefault(cluster, new Row(Optional.empty(), Optional.empty()));
    Optional<String> since =
        Optional.ofNullable(dispatched.get(cluster))
            .filter(entry -> entry.rolloutUid().equals(rolloutUid))
            .map(entry -> entry.at().toString());
    return new ClusterCell(
        cluster,
        status(cluster, row, counts),
        since,
        row.compliant().map(compliance -> "Reports " + compliance + "."));
  }

  private CellStatus status(String cluster, Row row, Counts counts) {
    if (counts.clusters() > 0 && counts.done() == counts.clusters()) {
      return counts.newCluster() > 0
          ? reported(row).orElse(CellStatus.SUCCEEDED)
          : CellStatus.SUCCEEDED;
    }
    if (!counts.begun()) {
      return CellStatus.TO_APPLY;
    }
    Optional<CellStatus> reported = reported(row);
    if (reported.isPresent()) {
      // OCM has no status for a soak: such a cluster is Succeeded.
      return reported.get() == CellStatus.SUCCEEDED && counts.soaking() > 0
          ? counts.succeeded() == 0 ? CellStatus.SOAKING : CellStatus.STARTED
          : reported.get();
    }
    return dispatched.containsKey(cluster) ? started(row, counts) : notStarted(counts);
  }

  private static Optional<CellStatus> reported(Row row) {
    return row.rolloutStatus().flatMap(CellStatus::ofLabel);
  }

  /** The override lists it: how far it is follows only where the counts leave no choice. */
  private static CellStatus started(Row row, Counts counts) {
    boolean complies = row.compliant().filter("Compliant"::equals).isPresent();
    if (counts.soaking() + counts.succeeded() == 0 || counts.progressing() > 0 && !complies) {
      return CellStatus.PROGRESSING;
    }
    if (counts.progressing() == 0 && counts.succeeded() == 0) {
      return CellStatus.SOAKING;
    }
    return counts.progressing() + counts.soaking() == 0 ? CellStatus.SUCCEEDED : CellStatus.STARTED;
  }

  /** A cluster is taken off the override after its soak, or has not been listed yet. */
  private static CellStatus notStarted(Counts counts) {
    if (counts.succeeded() == 0) {
      return counts.toApply() > 0 ? CellStatus.TO_APPLY : CellStatus.UNKNOWN;
    }
    return counts.toApply() + counts.progressing() + counts.soaking() == 0
        ? CellStatus.SUCCEEDED
        : CellStatus.UNKNOWN;
  }
}
