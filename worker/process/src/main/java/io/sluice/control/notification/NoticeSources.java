package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.cache.HubCaches;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.notification.NoticeRules;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Holds what the controller of notices looks at.
 *
 * @param rollouts all of them, as they were seen last
 * @param lookup finds one of them
 * @param rules by which receivers are told
 * @param origins of notices
 * @param sender tells a receiver
 */
record NoticeSources(
    Supplier<List<GenericKubernetesResource>> rollouts,
    Lookup lookup,
    ReceiverRules rules,
    NoticeOrigins origins,
    ReceiverNotifier.Sender sender) {
  NoticeSources {
    requireNonNull(rollouts, "rollouts is null");
    requireNonNull(lookup, "lookup is null");
    requireNonNull(rules, "rules is null");
    requireNonNull(origins, "origins is null");
    requireNonNull(sender, "sender is null");
  }

  /** Finds a Rollout. */
  interface Lookup {
    Optional<GenericKubernetesResource> find(NotifiedRollout rollout);
  }

  /** Looks at what a process has cached. */
  static NoticeSources of(
      HubCaches caches, NoticeRules rules, NoticeOrigins origins, ReceiverNotifier.Sender sender) {
    return new NoticeSources(
        caches::rollouts,
        rollout -> caches.find(Kinds.ROLLOUT, rollout.key()),
        new ReceiverRules(rules, namespace -> caches.in(Kinds.ROLLOUT_NOTIFIER, namespace)),
        origins,
        sender);
  }

  Optional<GenericKubernetesResource> rollout(NotifiedRollout rollout) {
    return lookup.find(rollout);
  }
}
