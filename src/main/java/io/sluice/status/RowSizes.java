package io.sluice.status;

import io.sluice.policy.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the bytes of rows as compact JSON. Most rows differ in the name of their cluster alone, so
 * each form is formatted once.
 */
final class RowSizes {
  private static final int QUOTES = 2;

  /** By the row without its name. */
  private final Map<ClusterRow, Long> forms = new HashMap<>();

  /** Returns the bytes of a row, which names its cluster twice. */
  long of(ClusterRow row) {
    ClusterRow form =
        new ClusterRow("", row.compliant(), row.rolloutStatus(), row.remainingBindings());
    return forms.computeIfAbsent(form, unnamed -> bytes(unnamed.toTree()))
        + 2 * (bytes(row.cluster()) - QUOTES);
  }

  static long bytes(Object tree) {
    return CanonicalJson.of(tree).getBytes(StandardCharsets.UTF_8).length;
  }
}
