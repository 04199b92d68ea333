package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Counts the clusters of one group, as {@code Rollout.status} writes it (rollout-strategy 5). */
public record GroupProgress(
    long clusters,
    long toApply,
    long progressing,
    long soaking,
    long succeeded,
    long failed,
    long timeOut,
    long newCluster,
    long ignored) {

  static GroupProgress of(Map<String, Object> counts) {
    return new GroupProgress(
        number(counts, "clusters"),
        number(counts, "toApply"),
        number(counts, "progressing"),
        number(counts, "soaking"),
        number(counts, "succeeded"),
        number(counts, "failed"),
        number(counts, "timeOut"),
        number(counts, "newCluster"),
        number(counts, "ignored"));
  }

  private static long number(Map<String, Object> counts, String field) {
    return counts.get(field) instanceof Number count ? count.longValue() : 0;
  }

  /** The clusters that have this version for good, also those that joined when all was over. */
  public long done() {
    return succeeded + newCluster;
  }

  /** True once some cluster's turn has come. */
  public boolean begun() {
    return toApply < clusters;
  }

  /** True when every cluster is final. */
  public boolean finished() {
    return toApply + progressing + soaking == 0;
  }

  /** What the number of finished clusters leaves out, in the order of their lives. */
  String rest() {
    List<String> words = new ArrayList<>();
    add(words, failed, "failed");
    add(words, timeOut, "timed out");
    add(words, progressing, "progressing");
    add(words, soaking, "soaking");
    add(words, ignored, "ignored");
    if (begun()) {
      add(words, toApply, "to apply");
    }
    return String.join(", ", words);
  }

  private static void add(List<String> words, long count, String word) {
    if (count > 0) {
      words.add(count + " " + word);
    }
  }
}
