package io.sluice.tools.page.read;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.NextInstants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides what the cell of each cluster shows, from what the hub holds of it.
 *
 * <p>A function: same objects, same cells. What the hub does not say is {@link CellStatus#STARTED}
 * or {@link CellStatus#UNKNOWN}, never a success.
 */
public final class ClusterCells {
  private final Map<String, RolloutStatus.Issue> issues = new HashMap<>();
  private final Map<String, Row> rows;
  private final Map<String, ClusterStart> starts;
  private final Map<String, NextInstants> instants;
  private final Optional<Duration> deadline;
  private final String rolloutUid;
  private final boolean open;

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
   * @param instants of the clusters in flight, from the open run; empty where it was not asked
   */
  ClusterCells(RolloutStatus status, RolloutFacts facts, Map<String, NextInstants> instants) {
    Objects.requireNonNullElse(status.exceptions, List.<RolloutStatus.Issue>of())
        .forEach(issue -> issues.put(issue.cluster(), issue));
    this.rows = facts.rows();
    this.starts = facts.starts();
    this.instants = Map.copyOf(instants);
    this.deadline = facts.progressDeadline();
    this.rolloutUid = Objects.requireNonNullElse(status.rolloutUID, "");
    this.open = Boolean.TRUE.equals(status.runOpen);
  }

  /** Returns the cells of a group, sorted by the names of its clusters. */
  public List<ClusterCell> of(RolloutStatus.Group group, List<String> clusters) {
    List<ClusterCell> cells = new ArrayList<>(clusters.size());
    clusters.stream()
        .sorted(ByteOrder.NAMES)
        .forEach(cluster -> cells.add(cell(cluster, group.counts())));
    informed(cells, CellStatus.COMPLIES, group.inform());
    informed(cells, CellStatus.WOULD_CHANGE, group.inform());
    return cells;
  }

  /**
   * Tells which clusters of those that are to apply inform shows as such: only where the rows of
   * the policy are as many as the run has counted, as other rows are of another version.
   */
  private void informed(List<ClusterCell> cells, CellStatus as, Progress.InformCounts inform) {
    boolean complies = as == CellStatus.COMPLIES;
    Predicate<ClusterCell> shown =
        cell ->
            cell.status() == CellStatus.TO_APPLY
                && compliance(cell.cluster()).equals(complies ? "Compliant" : "NonCompliant");
    long counted = inform == null ? 0 : complies ? inform.comply() : inform.wouldChange();
    if (counted > 0 && cells.stream().filter(shown).count() == counted) {
      cells.replaceAll(cell -> shown.test(cell) ? cell.with(as) : cell);
    }
  }

  private String compliance(String cluster) {
    return Optional.ofNullable(rows.get(cluster)).flatMap(Row::compliant).orElse("");
  }

  private ClusterCell cell(String cluster, Counts counts) {
    RolloutStatus.Issue issue = issues.get(cluster);
    if (issue != null) {
      CellStatus status =
          issue.ignored()
              ? CellStatus.IGNORED
              : CellStatus.ofLabel(Objects.requireNonNullElse(issue.status(), ""))
                  .orElse(CellStatus.UNKNOWN);
      return new ClusterCell(
          cluster,
          status,
          Optional.ofNullable(issue.since()).map(Instant::parse),
          Optional.ofNullable(issue.message()),
          next(cluster, status));
    }
    Row row = rows.getOrDefault(cluster, new Row(Optional.empty(), Optional.empty()));
    CellStatus status = status(cluster, row, counts);
    return new ClusterCell(
        cluster,
        status,
        start(cluster),
        row.compliant().map(compliance -> "Reports " + compliance + "."),
        next(cluster, status));
  }

  /** Returns when this attempt started it. */
  private Optional<Instant> start(String cluster) {
    return Optional.ofNullable(starts.get(cluster))
        .filter(start -> start.rolloutUid().equals(rolloutUid))
        .map(ClusterStart::at);
  }

  /** The hub records no begin of a soak: without the run only deadlines follow from it. */
  private NextInstants next(String cluster, CellStatus status) {
    NextInstants known = instants.get(cluster);
    if (known != null || !open || status != CellStatus.PROGRESSING) {
      return known == null ? NextInstants.NONE : known;
    }
    return new NextInstants(Optional.empty(), start(cluster).flatMap(at -> deadline.map(at::plus)));
  }

  private CellStatus status(String cluster, Row row, Counts counts) {
    // The run knows it first: rows of the policy follow after seconds.
    NextInstants flying = instants.getOrDefault(cluster, NextInstants.NONE);
    if (flying.known()) {
      return flying.soakUntil().isPresent() ? CellStatus.SOAKING : CellStatus.PROGRESSING;
    }
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
    return starts.containsKey(cluster) ? started(row, counts) : notStarted(counts);
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
