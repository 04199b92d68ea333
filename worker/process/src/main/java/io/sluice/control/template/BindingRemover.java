package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ContentFingerprint;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.BindingParser;
import io.sluice.hub.template.BindingWriter;
import io.sluice.hub.template.ClaimWriter;
import io.sluice.template.PolicyClaim;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.ResourceId;
import io.sluice.template.work.BindingState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Removes bindings with their Works: of templates that are gone, and those that a person deleted
 * (lazy-activation 2.11).
 */
final class BindingRemover {
  /** How long an executor may take to delete what it applied before an Event says so. */
  private static final Duration LEAVING = Duration.ofSeconds(5);

  private final HubApi hub;
  private final BindingWriter bindings;
  private final ClaimWriter claims;
  private final WorkReconciler works;
  private final StagedRollouts rollouts;
  private final ActivationReporter reporter;
  private final Clock clock;

  BindingRemover(
      KubernetesClient client,
      WorkReconciler works,
      StagedRollouts rollouts,
      ActivationReporter reporter,
      Clock clock) {
    this.reporter = requireNonNull(reporter, "reporter is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.hub = new HubApi(client);
    this.bindings = new BindingWriter(client);
    this.claims = new ClaimWriter(client);
    this.works = requireNonNull(works, "works is null");
  }

  /**
   * Removes the binding of a template that the caches do not hold. They may lag behind, so the
   * template must be gone from the hub, too.
   *
   * @return whether the template is gone
   */
  boolean gone(
      ResourceDefinitionContext kind, ResourceId template, GenericKubernetesResource binding) {
    if (hub.get(kind, template.namespace(), template.name()).isPresent()) {
      return false;
    }
    if (!HubObjects.deleting(binding)) {
      bindings.delete(binding);
    } else {
      release(binding);
    }
    return true;
  }

  /**
   * Removes the finalizer of a binding that is being deleted while its template stays, once its
   * Works are gone. A lazy template then waits for its user.
   *
   * @return after which time to look again, to say what keeps it
   */
  Optional<Duration> withdrawn(
      ResourceDefinitionContext kind,
      GenericKubernetesResource template,
      Optional<PropagationPolicy> owner,
      GenericKubernetesResource binding) {
    BindingState state = BindingParser.parse(binding);
    Optional<ContentFingerprint> seen = state.record().map(ActivationRecord::seen);
    if (owner.filter(PropagationPolicy::lazy).isPresent()
        && state.resourceUid().equals(template.getMetadata().getUid())
        && state.snapshot().isPresent()
        && seen.isPresent()) {
      Optional<PolicyClaim> claim =
          PolicyClaim.of(HubObjects.labels(template), HubObjects.annotations(template));
      claims.write(kind, template, claim, seen);
    }
    List<String> left = release(binding);
    return left.isEmpty() ? Optional.empty() : leaving(template, binding, left);
  }

  /** Says after a while what keeps a template from being propagated anew. */
  private Optional<Duration> leaving(
      GenericKubernetesResource template, GenericKubernetesResource binding, List<String> left) {
    Instant deleted = Instant.parse(binding.getMetadata().getDeletionTimestamp());
    Duration more = Duration.between(clock.instant(), deleted.plus(LEAVING));
    if (more.compareTo(Duration.ZERO) > 0) {
      return Optional.of(more);
    }
    reporter.leaving(template, binding, left);
    return Optional.empty();
  }

  /** Returns the namespaces of Works that are left. */
  private List<String> release(GenericKubernetesResource binding) {
    BindingState state = BindingParser.parse(binding);
    rollouts.remove(state);
    List<String> left = works.withdraw(state);
    if (left.isEmpty()) {
      bindings.release(binding);
    }
    return left;
  }
}
