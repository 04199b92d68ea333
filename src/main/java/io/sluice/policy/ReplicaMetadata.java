package io.sluice.policy;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Chooses the labels and annotations that are copied to a replica (policy-propagation 4.1). */
final class ReplicaMetadata {
  private static final Set<String> NEVER_COPIED =
      Set.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          PolicyApi.PREFIX + "activation-preference");
  private static final String TRIGGER_UPDATE = PolicyApi.PREFIX + "trigger-update";

  private final PolicyName root;
  private final PolicySnapshot snapshot;

  ReplicaMetadata(PolicyName root, PolicySnapshot snapshot) {
    this.root = root;
    this.snapshot = snapshot;
  }

  Map<String, String> labels(String cluster) {
    Map<String, String> labels = copied(snapshot.labels());
    labels.put(PolicyApi.ROOT_POLICY, root.replicaName());
    labels.put(PolicyApi.CLUSTER_NAME, cluster);
    labels.put(PolicyApi.CLUSTER_NAMESPACE, cluster);
    return labels;
  }

  /**
   * Returns the annotations, with the initialization vector that the replica already has, if any.
   */
  Map<String, String> annotations(Optional<String> encryptionIv) {
    Map<String, String> annotations = copied(snapshot.annotations());
    annotations.put("argocd.argoproj.io/compare-options", "IgnoreExtraneous");
    encryptionIv.ifPresent(iv -> annotations.put(PolicyApi.ENCRYPTION_IV, iv));
    return annotations;
  }

  private Map<String, String> copied(Map<String, String> entries) {
    Map<String, String> copied = new TreeMap<>();
    entries.forEach(
        (key, value) -> {
          if (isCopied(key)) {
            copied.put(key, value);
          }
        });
    return copied;
  }

  private boolean isCopied(String key) {
    if (NEVER_COPIED.contains(key) || key.startsWith(PolicyApi.SLUICE)) {
      return false;
    }
    if (key.equals(TRIGGER_UPDATE)) {
      return HubTemplates.disabled(snapshot.annotations());
    }
    return key.startsWith(PolicyApi.PREFIX)
        || !Boolean.FALSE.equals(snapshot.spec().get("copyPolicyMetadata"));
  }
}
