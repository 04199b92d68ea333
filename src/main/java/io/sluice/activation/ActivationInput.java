package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;

/**
 * Holds what an activation is decided from: present objects and stored records.
 *
 * @param content the content now
 * @param seen the content at the last decision, where the record does not say so
 * @param created whether the content was created under this targeting
 * @param record what is stored beside the active snapshot
 * @param snapshot the targeting that is active; empty before the first activation
 */
public record ActivationInput(
    Targeting targeting,
    ContentFingerprint content,
    Optional<ContentFingerprint> seen,
    boolean created,
    Optional<ActivationRecord> record,
    Optional<Map<String, Object>> snapshot,
    ActivationRelease release) {
  public ActivationInput {
    requireNonNull(targeting, "targeting is null");
    requireNonNull(content, "content is null");
    requireNonNull(seen, "seen is null");
    requireNonNull(record, "record is null");
    requireNonNull(snapshot, "snapshot is null");
    requireNonNull(release, "release is null");
  }

  /** Returns the content at the last decision. */
  Optional<ContentFingerprint> former() {
    return record.map(ActivationRecord::seen).or(() -> seen);
  }

  /** A snapshot without a record, as of another program, counts as unchanged. */
  boolean changed() {
    return former().filter(former -> !former.sameContent(content)).isPresent();
  }

  ContentFingerprint nextSeen() {
    return former().map(former -> former.refreshed(content)).orElse(content);
  }
}
