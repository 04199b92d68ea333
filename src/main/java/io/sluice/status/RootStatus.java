package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.Compliance;
import io.sluice.policy.propagation.BoundBinding;
import io.sluice.policy.propagation.PlacementEntry;
import io.sluice.policy.propagation.Targets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Computes the status of a root policy from what its clusters report (policy-propagation 9.1).
 *
 * <p>As in OCM, rows of clusters that a set excludes keep the root from Compliant. So {@code
 * compliant} does not show whether a rollout is done.
 */
public record RootStatus(
    List<PlacementEntry> placement,
    List<ClusterRow> status,
    Optional<Compliance> compliant,
    Optional<String> rolloutStatus) {
  public RootStatus {
    placement = List.copyOf(placement);
    status = List.copyOf(status);
    requireNonNull(compliant, "compliant is null");
    requireNonNull(rolloutStatus, "rolloutStatus is null");
  }

  /**
   * Computes the status of a root.
   *
   * @param compliance by cluster, where its replica reports one
   * @param rolloutStatuses by cluster; empty when the policy is not staged
   * @param rolloutStatus the status of the whole rollout (rollout-strategy 1.4)
   */
  public static RootStatus of(
      Targets targets,
      Map<String, Compliance> compliance,
      Map<String, ClusterStatus> rolloutStatuses,
      Optional<String> rolloutStatus) {
    SortedSet<String> excluded = targets.excluded();
    SortedSet<String> listed = listed(targets.selected(), excluded);
    List<PlacementEntry> placement = placement(targets, listed);
    if (targets.root().disabled()) {
      return new RootStatus(placement, List.of(), Optional.empty(), Optional.empty());
    }
    List<ClusterRow> rows =
        listed.stream()
            .map(
                cluster ->
                    new ClusterRow(
                        cluster,
                        reported(compliance, cluster, excluded),
                        reported(rolloutStatuses, cluster, excluded),
                        remainingBindings(targets, cluster)))
            .toList();
    return new RootStatus(placement, rows, overall(rows), rolloutStatus);
  }

  /** Returns the status of the rollout on each cluster, as labels; empty for an unstaged policy. */
  public Map<String, String> rolloutStatuses() {
    return status.stream()
        .filter(row -> row.rolloutStatus().isPresent())
        .collect(Collectors.toMap(ClusterRow::cluster, row -> row.rolloutStatus().get().label()));
  }

  /** The same with other rows; {@code compliant} still counts all clusters. */
  RootStatus withRows(List<ClusterRow> rows) {
    return new RootStatus(placement, rows, compliant, rolloutStatus);
  }

  /** Formats the whole {@code status}, without empty fields. */
  public Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    compliant.ifPresent(compliance -> tree.put("compliant", compliance.label()));
    rolloutStatus.ifPresent(overall -> tree.put("rolloutStatus", overall));
    if (!placement.isEmpty()) {
      tree.put("placement", placement.stream().map(PlacementEntry::toTree).toList());
    }
    if (!status.isEmpty()) {
      tree.put("status", status.stream().map(ClusterRow::toTree).toList());
    }
    return tree;
  }

  private static List<PlacementEntry> placement(Targets targets, SortedSet<String> listed) {
    return targets.bindings().stream()
        .filter(
            bound ->
                !bound.binding().restricted()
                    || bound.decided().stream()
                        .anyMatch(c -> bound.selects(c) && listed.contains(c)))
        .flatMap(bound -> bound.ways().stream().map(way -> PlacementEntry.of(bound, way)))
        .sorted(PlacementEntry.ORDER)
        .toList();
  }

  /** Clusters with a row; a cluster that only restricted bindings select has none. */
  private static SortedSet<String> listed(SortedSet<String> selected, SortedSet<String> excluded) {
    if (excluded.isEmpty()) {
      return selected;
    }
    SortedSet<String> listed = new TreeSet<>(ByteOrder.NAMES);
    listed.addAll(selected);
    listed.addAll(excluded);
    return listed;
  }

  private static <T> Optional<T> reported(
      Map<String, T> byCluster, String cluster, SortedSet<String> excluded) {
    return excluded.contains(cluster)
        ? Optional.empty()
        : Optional.ofNullable(byCluster.get(cluster));
  }

  private static List<String> remainingBindings(Targets targets, String cluster) {
    if (targets.bindings().stream().noneMatch(bound -> bound.excludes(cluster))) {
      return List.of();
    }
    return targets.bindings().stream()
        .filter(bound -> bound.selects(cluster))
        .map(BoundBinding::name)
        .toList();
  }

  /** NonCompliant before Pending before unknown before Compliant; without rows, unknown. */
  private static Optional<Compliance> overall(List<ClusterRow> rows) {
    List<Optional<Compliance>> found = rows.stream().map(ClusterRow::compliant).toList();
    for (Compliance bad : List.of(Compliance.NON_COMPLIANT, Compliance.PENDING)) {
      if (found.contains(Optional.of(bad))) {
        return Optional.of(bad);
      }
    }
    return found.isEmpty() || found.contains(Optional.<Compliance>empty())
        ? Optional.empty()
        : Optional.of(Compliance.COMPLIANT);
  }
}
