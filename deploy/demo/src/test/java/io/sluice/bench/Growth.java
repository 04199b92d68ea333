package io.sluice.bench;

import java.util.Optional;

/** Compares the rows of 1,000 and of 10,000 clusters, where both were measured. */
final class Growth {
  private static final String ROW = "growth";
  private static final String SMALL = "staged-1000";
  private static final String LARGE = "staged-10000";

  /** Ten times, and a tenth of that. */
  private static final double MOST = 11;

  private Growth() {}

  static void add(BenchTable table) {
    ratio(table, StagedRow.CPU)
        .ifPresent(
            ratio ->
                table.must(ROW, "CPU from 1,000 to 10,000 clusters, times", 10 * ratio, "", MOST));
    ratio(table, StagedRow.PEAK)
        .ifPresent(
            ratio ->
                table.must(
                    ROW, "peak memory from 1,000 to 10,000 clusters, times", ratio, "", MOST));
  }

  private static Optional<Double> ratio(BenchTable table, String what) {
    return table
        .value(SMALL, what)
        .flatMap(small -> table.value(LARGE, what).map(large -> large / small));
  }
}
