package io.sluice.activation;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.CanonicalJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Holds the active intent with its targeting; both are empty before the first activation.
 *
 * <p>A snapshot without a record, as another program left it, is taken over: its content counts as
 * the present one. So does a record of the same content with another key of the hash.
 */
record ActiveSnapshot(Optional<ActiveIntent> intent, Map<String, Object> targeting) {
  static ActiveSnapshot of(ActivationInput in, Instant now) {
    if (in.snapshot().isEmpty()) {
      return new ActiveSnapshot(Optional.empty(), Map.of());
    }
    Map<String, Object> targeting = in.snapshot().get();
    ActiveIntent intent =
        in.record()
            .flatMap(ActivationRecord::active)
            .map(recorded -> rekeyed(recorded, in, targeting))
            .orElseGet(() -> adopted(in, targeting, now));
    return new ActiveSnapshot(Optional.of(intent), targeting);
  }

  private static ActiveIntent adopted(
      ActivationInput in, Map<String, Object> targeting, Instant now) {
    String content = in.nextSeen().hash();
    return new ActiveIntent(
        IntentRevision.of(content, targeting),
        content,
        "",
        0,
        now,
        ActivationCause.ADOPTED,
        Optional.empty());
  }

  private static ActiveIntent rekeyed(
      ActiveIntent recorded, ActivationInput in, Map<String, Object> targeting) {
    Optional<ContentFingerprint> former = in.former();
    boolean inStep =
        former
            .filter(seen -> !seen.key().equals(in.content().key()))
            .filter(seen -> seen.hash().equals(recorded.content()))
            .isPresent();
    if (!inStep) {
      return recorded;
    }
    String content = in.content().hash();
    return new ActiveIntent(
        IntentRevision.of(content, targeting),
        content,
        recorded.from(),
        recorded.generation(),
        recorded.since(),
        recorded.cause(),
        recorded.manifest());
  }

  boolean is(String revision) {
    return intent.filter(active -> active.revision().equals(revision)).isPresent();
  }

  /** Returns the hash of the desired content: that of the record for as long as it stands. */
  String content(ActivationInput in) {
    return in.nextSeen().hash();
  }

  /** Returns the names of what differs, sorted. */
  List<String> differences(DesiredIntent desired) {
    TreeSet<String> names = new TreeSet<>(ByteOrder.NAMES);
    names.addAll(targeting.keySet());
    names.addAll(desired.targeting().snapshot().keySet());
    List<String> different = new ArrayList<>();
    for (String name : names) {
      if (!same(targeting.get(name), desired.targeting().snapshot().get(name))) {
        different.add(name);
      }
    }
    if (intent.filter(active -> active.content().equals(desired.content())).isEmpty()) {
      different.add(ActivationPlanner.CONTENT);
    }
    return different;
  }

  /** Numbers are the same whatever type they were read as. */
  private static boolean same(Object left, Object right) {
    return CanonicalJson.verbatim(left).equals(CanonicalJson.verbatim(right));
  }
}
