package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ContentFingerprint;
import io.sluice.template.PolicyClaim;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.ResourceTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what a decision about one template is made from.
 *
 * @param owner after ownership was settled
 * @param content of the template now
 * @param seen the content at the last decision, as the template itself carries it
 * @param noted the content when it was noted first, while no policy owned it
 * @param requiredBy the workloads that need it
 * @param inventory labels of the clusters by name
 */
public record TemplateFacts(
    ResourceTemplate template,
    Optional<PropagationPolicy> owner,
    ContentFingerprint content,
    Optional<ContentFingerprint> seen,
    Optional<ContentFingerprint> noted,
    Optional<BindingState> binding,
    List<DependencyRequirement> requiredBy,
    Map<String, Map<String, String>> inventory) {
  public TemplateFacts {
    requireNonNull(template, "template is null");
    requireNonNull(owner, "owner is null");
    requireNonNull(content, "content is null");
    requireNonNull(seen, "seen is null");
    requireNonNull(noted, "noted is null");
    requireNonNull(binding, "binding is null");
    requiredBy = List.copyOf(requiredBy);
    requireNonNull(inventory, "inventory is null");
  }

  /**
   * Returns what was stored of its activation, as far as it counts for the template as it is now.
   */
  Optional<ActivationRecord> record() {
    Optional<String> claim =
        PolicyClaim.of(template.labels(), template.annotations())
            .filter(found -> seen.isEmpty())
            .map(PolicyClaim::permanentId);
    return binding
        .flatMap(BindingState::record)
        .map(stored -> stored.with(stored.seen().under(claim)));
  }

  Optional<Map<String, Object>> snapshot() {
    return binding.flatMap(BindingState::snapshot);
  }
}
