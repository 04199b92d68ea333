package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a root policy of the hub: its identity, and its content as a snapshot.
 *
 * @param deleting whether it is being deleted, and exists only until its finalizers are removed
 */
public record RootPolicy(
    PolicyName name, String uid, long generation, boolean deleting, PolicySnapshot snapshot) {
  public static final String VERSION = PolicyApi.PREFIX + "version";

  public RootPolicy {
    requireNonNull(name, "name is null");
    requireNonNull(uid, "uid is null");
    requireNonNull(snapshot, "snapshot is null");
  }

  public static RootPolicy of(GenericKubernetesResource policy) {
    return new RootPolicy(
        new PolicyName(policy.getMetadata().getNamespace(), policy.getMetadata().getName()),
        policy.getMetadata().getUid(),
        HubObjects.generation(policy),
        HubObjects.deleting(policy),
        new PolicySnapshot(
            HubObjects.labels(policy),
            HubObjects.annotations(policy),
            HubObjects.part(policy, "spec")));
  }

  public boolean disabled() {
    return Boolean.TRUE.equals(snapshot.spec().get("disabled"));
  }

  /** The annotation that approvals may be bound to (rollout-strategy A4). */
  public Optional<String> versionAnnotation() {
    Map<String, String> annotations = snapshot.annotations();
    return Optional.ofNullable(annotations.get(VERSION));
  }

  /** Returns the data of its revision. */
  public Map<String, Object> revisionData() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("generation", generation);
    data.put("labels", snapshot.labels());
    data.put("annotations", snapshot.annotations());
    data.put("spec", snapshot.spec());
    return data;
  }

  /** Returns the size of its revision's data as JSON, in bytes. */
  public long size() {
    return HubObjects.size(revisionData());
  }
}
