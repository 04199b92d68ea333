package io.sluice.status;

import io.sluice.policy.Compliance;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds what the status of a PolicySet needs of one policy that it lists.
 *
 * @param rows compliance per cluster, from the rows of the root's status that have one
 */
public record MemberView(boolean disabled, Map<String, Compliance> rows) {
  public MemberView {
    rows = Map.copyOf(rows);
  }

  /** Takes the rows from the computed status of the root. */
  public static MemberView of(boolean disabled, RootStatus status) {
    return new MemberView(disabled, rowsOf(status.status()));
  }

  /** Returns the worst compliance on these clusters; empty when none reports any. */
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
