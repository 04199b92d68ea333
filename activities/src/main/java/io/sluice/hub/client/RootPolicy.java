package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.Nesting;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.admission.ContentSize;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a root policy of the hub: its identity, and its content as a snapshot.
 *
 * @param deleting whether it is being deleted, and exists only until its finalizers are removed
 * @param snapshot of a policy that is too large only its {@link RootOutline}: such a policy is
 *     refused (policy-propagation 16b)
 * @param size the size of its revision's data as JSON, in bytes
 */
public record RootPolicy(
    PolicyName name,
    String uid,
    long generation,
    boolean deleting,
    PolicySnapshot snapshot,
    long size) {
  public static final String VERSION = PolicyApi.PREFIX + "version";

  public RootPolicy {
    requireNonNull(name, "name is null");
    requireNonNull(uid, "uid is null");
    requireNonNull(snapshot, "snapshot is null");
  }

  /** Reads a policy, or what is cached of it. */
  public static RootPolicy of(GenericKubernetesResource policy) {
    PolicyName name =
        new PolicyName(policy.getMetadata().getNamespace(), policy.getMetadata().getName());
    String uid = policy.getMetadata().getUid();
    long generation = HubObjects.generation(policy);
    boolean deleting = HubObjects.deleting(policy);
    Map<String, Object> spec = HubObjects.part(policy, "spec");
    if (policy instanceof RootShell shell) {
      return new RootPolicy(
          name, uid, generation, deleting, snapshot(policy, spec), shell.contentBytes());
    }
    long size =
        HubObjects.size(
            revisionData(
                generation,
                HubObjects.labels(policy),
                HubObjects.annotations(policy),
                Nesting.limited(spec)));
    PolicySnapshot snapshot =
        ContentSize.fits(size)
            ? snapshot(policy, spec)
            : new PolicySnapshot(Map.of(), Map.of(), RootOutline.of(spec));
    return new RootPolicy(name, uid, generation, deleting, snapshot, size);
  }

  private static PolicySnapshot snapshot(
      GenericKubernetesResource policy, Map<String, Object> spec) {
    return new PolicySnapshot(HubObjects.labels(policy), HubObjects.annotations(policy), spec);
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
    return revisionData(generation, snapshot.labels(), snapshot.annotations(), snapshot.spec());
  }

  private static Map<String, Object> revisionData(
      long generation,
      Map<String, String> labels,
      Map<String, String> annotations,
      Map<String, Object> spec) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("generation", generation);
    data.put("labels", labels);
    data.put("annotations", annotations);
    data.put("spec", spec);
    return data;
  }
}
