package io.sluice.contribution;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Describes one edit that waits.
 *
 * @param sentence what happened: {@code Placement edge-sites changed}
 * @param detail what of it, in few characters; may be empty
 */
record PendingChange(String sentence, String detail) {
  /** Formats the edits that wait together, and what they do to clusters. */
  static String all(List<PendingChange> changes, String clusters) {
    return changes.size() == 1
        ? changes.get(0).with(clusters)
        : changes.stream().map(PendingChange::text).collect(Collectors.joining(", "))
            + ": "
            + clusters;
  }

  private String with(String clusters) {
    return "%s (%s%s)".formatted(sentence, detail.isEmpty() ? "" : detail + ": ", clusters);
  }

  private String text() {
    return detail.isEmpty() ? sentence : "%s (%s)".formatted(sentence, detail);
  }
}
