package io.sluice.hub.client;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.policy.evidence.Evidence;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Dates writes of an object by what its managed fields record, in whole seconds.
 *
 * <p>Whoever may update an object may write its managed fields, so that what they say is checked
 * for what no API server records: a write that is yet to come (policy-propagation 16b). One such
 * entry makes all of them doubtful: which was the last?
 */
public final class WriteDater {
  private WriteDater() {}

  /** Returns when anything of the object was written last; empty where that is not known. */
  public static Optional<Instant> written(ObjectMeta meta, Instant now) {
    return Stream.concat(
            times(meta, entry -> true),
            Stream.ofNullable(meta.getCreationTimestamp()).map(Instant::parse))
        .max(Comparator.naturalOrder())
        .filter(at -> past(at, now));
  }

  /**
   * Returns when something else than the status was written last; empty where that is not known. An
   * entry for the status names it; every other one may be about the spec.
   */
  public static Optional<Instant> specWritten(ObjectMeta meta, Instant now) {
    return specRecorded(meta).filter(at -> past(at, now));
  }

  /** Returns the same as it is recorded, whether it can be or not. */
  public static Optional<Instant> specRecorded(ObjectMeta meta) {
    return times(meta, entry -> !"status".equals(entry.getSubresource()))
        .max(Comparator.naturalOrder());
  }

  /** Returns whether it may have happened by now, by clocks that differ as those of a hub may. */
  public static boolean past(Instant at, Instant now) {
    return !at.minus(Evidence.DEFAULT_SKEW).isAfter(now);
  }

  private static Stream<Instant> times(ObjectMeta meta, Predicate<ManagedFieldsEntry> which) {
    return requireNonNullElse(meta.getManagedFields(), List.<ManagedFieldsEntry>of()).stream()
        .filter(which)
        .map(ManagedFieldsEntry::getTime)
        .filter(Objects::nonNull)
        .map(Instant::parse);
  }
}
