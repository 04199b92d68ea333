package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationDecision;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ContentFingerprint;
import io.sluice.template.PolicyClaim;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes the objects of a template as they should be after a decision.
 *
 * @param claim on the template
 * @param seen on the template: the content at this decision, where no binding records it
 * @param binding empty where there is to be none
 */
public record TemplatePlan(
    ActivationDecision decision,
    Optional<PolicyClaim> claim,
    Optional<ContentFingerprint> seen,
    Optional<DesiredBinding> binding) {
  public TemplatePlan {
    requireNonNull(decision, "decision is null");
    requireNonNull(claim, "claim is null");
    requireNonNull(seen, "seen is null");
    requireNonNull(binding, "binding is null");
  }

  /**
   * Returns the same plan for a template whose generation counts the write of its claim. The
   * binding is written first, and so says beforehand which generation that will be (lazy-activation
   * 1.3, 2.8).
   */
  public TemplatePlan countedUp() {
    return claim
        .map(
            owner ->
                new TemplatePlan(
                    decision,
                    claim,
                    seen,
                    binding.map(desired -> desired.countedUp(owner.permanentId()))))
        .orElse(this);
  }

  /**
   * Holds what a binding is to be.
   *
   * @param snapshot the active targeting; empty for one that only workloads need
   * @param live whether the template's present content is the active one
   * @param claim keys of the owner on the binding, while the snapshot is its own
   * @param clusters those of the snapshot, sorted
   * @param unfit whether the placement selects no known cluster, so that the former ones stay
   * @param unknown clusters that the placement names and that do not exist
   */
  public record DesiredBinding(
      Optional<Map<String, Object>> snapshot,
      Optional<ActivationRecord> record,
      boolean live,
      Optional<PolicyClaim> claim,
      List<String> clusters,
      boolean unfit,
      List<String> unknown,
      List<DependencyRequirement> requiredBy) {
    public DesiredBinding {
      requireNonNull(snapshot, "snapshot is null");
      requireNonNull(record, "record is null");
      requireNonNull(claim, "claim is null");
      clusters = List.copyOf(clusters);
      unknown = List.copyOf(unknown);
      requiredBy = List.copyOf(requiredBy);
    }

    private DesiredBinding countedUp(String policyId) {
      return new DesiredBinding(
          snapshot,
          record.map(stored -> stored.with(stored.seen().countedUp(policyId))),
          live,
          claim,
          clusters,
          unfit,
          unknown,
          requiredBy);
    }
  }
}
