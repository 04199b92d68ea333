package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.template.PolicyIdentityWriter;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.PropagationPolicyName;
import io.sluice.template.TemplateScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Gives policies their permanent id and finalizer, removes the finalizer when no template carries
 * their id, and records what is wrong with them (lazy-activation 2.3, 2.12).
 */
final class PropagationPolicyReconciler {
  private static final Duration SYNCING = Duration.ofMillis(200);
  private static final Duration UNKNOWN_KIND = Duration.ofSeconds(30);

  private final KarmadaCaches caches;
  private final PolicyIdentityWriter writer;
  private final EventRecorder events;

  PropagationPolicyReconciler(KubernetesClient client, KarmadaCaches caches, EventRecorder events) {
    this.caches = requireNonNull(caches, "caches is null");
    this.writer = new PolicyIdentityWriter(client);
    this.events = requireNonNull(events, "events is null");
  }

  /**
   * Reconciles a policy.
   *
   * @return after which time it must be looked at again, whatever happens
   */
  Optional<Duration> reconcile(PropagationPolicyName name) {
    Optional<GenericKubernetesResource> found = caches.policies().find(name);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ResourceDefinitionContext kind = PropagationPolicyCache.kind(name);
    PropagationPolicy policy = PropagationPolicyCache.parse(found.get());
    if (policy.deleting()) {
      return release(kind, found.get(), policy);
    }
    writer.give(
        kind, found.get(), policy.permanentId().filter(id -> taken(kind, policy)).isPresent());
    report(found.get(), policy);
    List<String> unknown =
        policy.selectors().stream()
            .filter(selector -> TemplateScope.coversKind(selector.apiVersion(), selector.kind()))
            .filter(selector -> caches.watch(selector.apiVersion(), selector.kind()).isEmpty())
            .map(selector -> selector.apiVersion() + " " + selector.kind())
            .distinct()
            .toList();
    if (unknown.isEmpty()) {
      return Optional.empty();
    }
    events.warning(
        EventSubject.of(found.get()),
        "KindNotFound",
        "The server does not know %s: selectors that name it match nothing. Install its CRD; it is looked for every %d s."
            .formatted(String.join(", ", unknown), UNKNOWN_KIND.toSeconds()),
        occasion(policy) + unknown);
    return Optional.of(UNKNOWN_KIND);
  }

  /** Records on a policy that nothing is done for it. */
  void suspended(PropagationPolicyName name, String problem) {
    caches
        .policies()
        .find(name)
        .ifPresent(policy -> events.warning(EventSubject.of(policy), "KarmadaRunning", problem));
  }

  private Optional<Duration> release(
      ResourceDefinitionContext kind, GenericKubernetesResource object, PropagationPolicy policy) {
    // Deleted before this process started, it may be all that names the kind of what it claimed.
    policy.selectors().forEach(selector -> caches.watch(selector.apiVersion(), selector.kind()));
    if (!caches.synced()) {
      return Optional.of(SYNCING);
    }
    boolean claimed = policy.permanentId().filter(id -> !caches.claimed(id).isEmpty()).isPresent();
    if (!claimed) {
      writer.release(kind, object);
    }
    return Optional.empty();
  }

  /** Returns whether an older policy of the kind has the same id, as after a copy of its labels. */
  private boolean taken(ResourceDefinitionContext kind, PropagationPolicy policy) {
    return caches.all(kind).stream()
        .map(PropagationPolicyCache::parse)
        .filter(other -> other.permanentId().equals(policy.permanentId()))
        .min(
            Comparator.comparing((PropagationPolicy other) -> other.created().orElse(Instant.MAX))
                .thenComparing(other -> other.name().toString()))
        .filter(oldest -> !oldest.name().equals(policy.name()))
        .isPresent();
  }

  private void report(GenericKubernetesResource object, PropagationPolicy policy) {
    EventSubject subject = EventSubject.of(object);
    String occasion = occasion(policy);
    if (!policy.problems().isEmpty()) {
      events.warning(subject, "TargetingRefused", String.join(" ", policy.problems()), occasion);
    }
    if (!policy.remarks().isEmpty()) {
      events.warning(subject, "FieldHasNoEffect", String.join(" ", policy.remarks()), occasion);
    }
  }

  private static String occasion(PropagationPolicy policy) {
    return "generation " + policy.generation();
  }
}
