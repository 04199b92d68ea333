package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Compliance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Fits the status of a root policy into what the hub can store (policy-propagation 9.3): first the
 * rows lose their {@code rolloutStatus}, then rows of Compliant clusters are left out from the end,
 * and at last other rows.
 *
 * @param mostBytes the largest status that is written, as compact JSON
 */
public record RootStatusLimit(long mostBytes) {
  /** 1.2 MiB: etcd takes requests of 1.5 MiB. */
  public static final RootStatusLimit DEFAULT = new RootStatusLimit(12 * 1024 * 1024 / 10);

  public RootStatusLimit {
    if (mostBytes < 1) {
      throw new IllegalArgumentException(
          "Cannot limit the status of a policy to %d bytes: it needs some. Set rootStatusLimit to 1258291."
              .formatted(mostBytes));
    }
  }

  /**
   * Holds what is written.
   *
   * @param truncation what was left out, for an Event; its text changes only with what is left out
   */
  public record Fitted(RootStatus status, Optional<String> truncation) {
    public Fitted {
      requireNonNull(status, "status is null");
      requireNonNull(truncation, "truncation is null");
    }
  }

  /** Returns the status, or as much of it as fits. */
  public Fitted fit(RootStatus status) {
    if (bytes(status) <= mostBytes) {
      return new Fitted(status, Optional.empty());
    }
    RootStatus bare =
        status.withRows(
            status.status().stream().map(RootStatusLimit::withoutRolloutStatus).toList());
    long excess = bytes(bare) - mostBytes;
    if (excess <= 0) {
      return new Fitted(
          bare,
          Optional.of(
              "The status is larger than %d KiB, so its rows have no rolloutStatus. Read that from the replicas, or bind fewer clusters to one policy."
                  .formatted(mostBytes / 1024)));
    }
    return new Fitted(
        bare.withRows(kept(bare.status(), excess)),
        Optional.of(
            "The status is larger than %d KiB, so rows of Compliant clusters are left out, from the end. Read those from the replicas, or bind fewer clusters to one policy."
                .formatted(mostBytes / 1024)));
  }

  private static List<ClusterRow> kept(List<ClusterRow> rows, long excess) {
    List<Integer> candidates =
        IntStream.range(0, rows.size())
            .boxed()
            .sorted(
                Comparator.comparing((Integer row) -> !compliant(rows.get(row)))
                    .thenComparing(Comparator.reverseOrder()))
            .toList();
    boolean[] omitted = new boolean[rows.size()];
    RowSizes sizes = new RowSizes();
    long left = excess;
    for (int row : candidates) {
      if (left <= 0) {
        break;
      }
      omitted[row] = true;
      // With the comma that separates it.
      left -= sizes.of(rows.get(row)) + 1;
    }
    List<ClusterRow> kept = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      if (!omitted[row]) {
        kept.add(rows.get(row));
      }
    }
    return kept;
  }

  private static boolean compliant(ClusterRow row) {
    return row.compliant().filter(found -> found == Compliance.COMPLIANT).isPresent();
  }

  private static ClusterRow withoutRolloutStatus(ClusterRow row) {
    return new ClusterRow(
        row.cluster(), row.compliant(), Optional.empty(), row.remainingBindings());
  }

  /** The bytes of the whole are those of its parts: of ten thousand rows no text is formatted. */
  private static long bytes(RootStatus status) {
    long others = RowSizes.bytes(status.withRows(List.of()).toTree());
    if (status.status().isEmpty()) {
      return others;
    }
    RowSizes sizes = new RowSizes();
    long rows = status.status().stream().mapToLong(sizes::of).sum();
    long separators = status.status().size() - 1L;
    // Its only member has no comma before it.
    long member = RowSizes.bytes("status") + ":[]".length() + (others > "{}".length() ? 1 : 0);
    return others + member + rows + separators;
  }
}
