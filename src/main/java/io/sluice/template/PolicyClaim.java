package io.sluice.template;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Links a template to the policy that owns it, by keys on the template (lazy-activation 2.3).
 *
 * @param permanentId of the policy; one of the same name that was created anew has another
 */
public record PolicyClaim(PropagationPolicyName policy, String permanentId) {
  public PolicyClaim {
    requireNonNull(policy, "policy is null");
    requireNonNull(permanentId, "permanentId is null");
  }

  /** Reads the claim; empty where keys are missing, or both kinds of policy are named. */
  public static Optional<PolicyClaim> of(
      Map<String, String> labels, Map<String, String> annotations) {
    String id = labels.get(KarmadaKeys.POLICY_ID);
    String namespace = annotations.get(KarmadaKeys.POLICY_NAMESPACE);
    String name = annotations.get(KarmadaKeys.POLICY_NAME);
    String clusterId = labels.get(KarmadaKeys.CLUSTER_POLICY_ID);
    String clusterName = annotations.get(KarmadaKeys.CLUSTER_POLICY_NAME);
    if (id != null && namespace != null && name != null) {
      return clusterId == null && clusterName == null
          ? Optional.of(new PolicyClaim(new PropagationPolicyName(namespace, name), id))
          : Optional.empty();
    }
    return clusterId != null
            && clusterName != null
            && id == null
            && namespace == null
            && name == null
        ? Optional.of(new PolicyClaim(new PropagationPolicyName("", clusterName), clusterId))
        : Optional.empty();
  }

  /** Returns the labels of a claim; a null value says that the key must not be there. */
  public static Map<String, String> labels(Optional<PolicyClaim> claim) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(KarmadaKeys.POLICY_ID, null);
    labels.put(KarmadaKeys.CLUSTER_POLICY_ID, null);
    claim.ifPresent(
        owner ->
            labels.put(
                owner.policy.clusterWide() ? KarmadaKeys.CLUSTER_POLICY_ID : KarmadaKeys.POLICY_ID,
                owner.permanentId));
    return labels;
  }

  /** Returns the annotations of a claim; a null value says that the key must not be there. */
  public static Map<String, String> annotations(Optional<PolicyClaim> claim) {
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put(KarmadaKeys.POLICY_NAMESPACE, null);
    annotations.put(KarmadaKeys.POLICY_NAME, null);
    annotations.put(KarmadaKeys.CLUSTER_POLICY_NAME, null);
    claim.ifPresent(
        owner -> {
          if (owner.policy.clusterWide()) {
            annotations.put(KarmadaKeys.CLUSTER_POLICY_NAME, owner.policy.name());
          } else {
            annotations.put(KarmadaKeys.POLICY_NAMESPACE, owner.policy.namespace());
            annotations.put(KarmadaKeys.POLICY_NAME, owner.policy.name());
          }
        });
    return annotations;
  }
}
