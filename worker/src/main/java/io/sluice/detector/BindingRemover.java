package io.sluice.detector;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ContentFingerprint;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.karmada.BindingParser;
import io.sluice.hub.karmada.BindingWriter;
import io.sluice.hub.karmada.ClaimWriter;
import io.sluice.karmada.PolicyClaim;
import io.sluice.karmada.PropagationPolicy;
import io.sluice.karmada.ResourceId;
import io.sluice.karmada.work.BindingState;
import java.util.Optional;

/**
 * Removes bindings with their Works: of templates that are gone, and those that a person deleted
 * (lazy-activation 2.11).
 */
final class BindingRemover {
  private final HubApi hub;
  private final BindingWriter bindings;
  private final ClaimWriter claims;
  private final WorkReconciler works;
  private final StagedRollouts rollouts;

  BindingRemover(KubernetesClient client, WorkReconciler works, StagedRollouts rollouts) {
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.hub = new HubApi(client);
    this.bindings = new BindingWriter(client);
    this.claims = new ClaimWriter(client);
    this.works = requireNonNull(works, "works is null");
  }

  /**
   * Removes the binding of a template that the caches do not hold. They may lag behind: it must be
   * gone from the hub.
   *
   * @return whether it is gone
   */
  boolean gone(
      ResourceDefinitionContext kind, ResourceId template, GenericKubernetesResource binding) {
    if (hub.get(kind, template.namespace(), template.name()).isPresent()) {
      return false;
    }
    if (binding.getMetadata().getDeletionTimestamp() == null) {
      bindings.delete(binding);
    } else {
      release(binding);
    }
    return true;
  }

  /**
   * Lets a binding go that is being deleted while its template stays. A lazy template then waits
   * for its user.
   */
  void withdrawn(
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
    release(binding);
  }

  private void release(GenericKubernetesResource binding) {
    rollouts.remove(binding);
    if (works.withdraw(BindingParser.parse(binding))) {
      bindings.release(binding);
    }
  }
}
