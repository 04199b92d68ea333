package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.RolloutNotifications.Dropped;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.notification.PendingNotices;
import io.sluice.hub.notification.PendingNotices.Delivery;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes what was told, and what is dropped, from the status of a Rollout, in one write. */
final class ToldRemover {
  private final RolloutObjects rollouts;
  private final ToldNotices told;

  ToldRemover(RolloutObjects rollouts, ToldNotices told) {
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.told = requireNonNull(told, "told is null");
  }

  void remove(NotifiedRollout rollout) {
    Map<Delivery, Optional<Dropped>> done = told.all(rollout);
    if (!done.isEmpty()) {
      rollout
          .target()
          .ifPresent(target -> rollouts.update(target, object -> without(object, done)));
    }
  }

  /** What another leader has removed meanwhile is not counted again. */
  private static Optional<Map<String, Object>> without(
      GenericKubernetesResource rollout, Map<Delivery, Optional<Dropped>> done) {
    Set<Delivery> pending = pending(rollout);
    Map<Delivery, Optional<Dropped>> left = new LinkedHashMap<>(done);
    left.keySet().retainAll(pending);
    if (left.isEmpty()) {
      return Optional.empty();
    }
    // Newest first, as the status lists them.
    LinkedList<Dropped> dropped = new LinkedList<>();
    left.values().forEach(each -> each.ifPresent(dropped::addFirst));
    return Optional.of(
        PendingNotices.removed(RolloutStatusTree.status(rollout), left.keySet(), dropped));
  }

  /** Returns what a Rollout still has to tell, and to whom. */
  static Set<Delivery> pending(GenericKubernetesResource rollout) {
    return PendingNotices.of(RolloutStatusTree.status(rollout)).pending().stream()
        .flatMap(ToldRemover::told)
        .collect(Collectors.toSet());
  }

  private static Stream<Delivery> told(Pending notice) {
    return notice.to().stream().map(to -> Delivery.of(notice, to));
  }
}
