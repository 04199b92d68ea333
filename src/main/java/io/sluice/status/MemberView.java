package io.sluice.status;

import io.sluice.policy.Compliance;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds what a PolicySet's status needs of a policy that it lists.
 *
 * @param rows compliance per cluster, from the rows of the root's status that have one
 */
public record MemberView(boolean disabled, Map<String, Compliance> rows) {
  public MemberView {
    rows = Map.copyOf(rows);
  }

  /** Reads it from the status that the root has, or is about to have. */
  public static MemberView of(boolean disabled, RootStatus status) {
    return new MemberView(disabled, rowsOf(status.status()));
  }

  /** The worst that these clusters say; empty when none says anything. */
  Optional<Compliance> worstOn(Collection<String> clusters) {
    return clusters.stream()
        .flatMap(cluster -> Stream.ofNullable(rows.get(cluster)))
        .max(Compliance::compareTo);
  }

  private static Map<String, Compliance> rowsOf(Collection<ClusterRow> rows) {
    return rows.stream()
        .filter(row -> row.compliant().isPresent())
        .collect(Collectors.toMap(ClusterRow::cluster, row -> row.compliant().get()));
  }
}
