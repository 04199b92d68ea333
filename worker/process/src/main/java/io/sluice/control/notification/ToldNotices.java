package io.sluice.control.notification;

import io.sluice.hub.crd.RolloutNotifications.Dropped;
import io.sluice.hub.notification.PendingNotices.Delivery;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers what needs no more telling, until no status that is seen has it any more: a cache shows
 * a write a moment later.
 */
final class ToldNotices {
  /** By Rollout; with how it was dropped, where it was. */
  private final Map<NotifiedRollout, Map<Delivery, Optional<Dropped>>> told = new HashMap<>();

  synchronized void told(NotifiedRollout rollout, Delivery notice) {
    of(rollout).put(notice, Optional.empty());
  }

  synchronized void dropped(NotifiedRollout rollout, Delivery notice, Dropped dropped) {
    of(rollout).put(notice, Optional.of(dropped));
  }

  private Map<Delivery, Optional<Dropped>> of(NotifiedRollout rollout) {
    return told.computeIfAbsent(rollout, key -> new LinkedHashMap<>());
  }

  /** Returns all of a Rollout, in the order in which it was done. */
  synchronized Map<Delivery, Optional<Dropped>> all(NotifiedRollout rollout) {
    return new LinkedHashMap<>(told.getOrDefault(rollout, Map.of()));
  }

  /** Forgets all of a Rollout that is not pending any more. */
  synchronized void retain(NotifiedRollout rollout, Set<Delivery> pending) {
    told.computeIfPresent(
        rollout,
        (key, known) -> {
          known.keySet().retainAll(pending);
          return known.isEmpty() ? null : known;
        });
  }
}
