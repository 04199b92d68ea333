package io.sluice.hub.write;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicySnapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Holds one kept snapshot of a policy (rollout-strategy 5).
 *
 * @param name of the ControllerRevision
 * @param policyUid of the policy that owns it; empty after a restore from a backup
 * @param sequence higher than that of every revision kept before
 * @param generations the generations of the policy that had this content
 * @param attempt the number of the last attempt that claimed with it; empty if none did
 */
public record Revision(
    String name,
    String policyUid,
    long sequence,
    List<Long> generations,
    OptionalLong attempt,
    PolicySnapshot snapshot) {
  /** Changes when content returns with a later generation. */
  static final String GENERATIONS = "sluice.io/generations";

  /** Changes with each claim. */
  static final String ATTEMPT = "sluice.io/attempt";

  public Revision {
    requireNonNull(name, "name is null");
    requireNonNull(policyUid, "policyUid is null");
    generations = List.copyOf(generations);
    requireNonNull(attempt, "attempt is null");
    requireNonNull(snapshot, "snapshot is null");
  }

  /** Returns false if another policy owns it; one that was restored from a backup has no owner. */
  boolean mayBeOf(String uid) {
    return policyUid.isEmpty() || policyUid.equals(uid);
  }

  /** Returns the newest generation that had this content. */
  public long generation() {
    return generations.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  static Revision of(GenericKubernetesResource object) {
    Map<String, Object> data = HubObjects.part(object, "data");
    String generations =
        HubObjects.annotations(object)
            .getOrDefault(GENERATIONS, Long.toString(JsonTree.number(data, "generation")));
    return new Revision(
        object.getMetadata().getName(),
        OwnerReferences.ownerUid(object).orElse(""),
        JsonTree.number(object.getAdditionalProperties(), "revision"),
        Arrays.stream(generations.split(","))
            .map(String::trim)
            .filter(text -> text.matches("[0-9]{1,18}"))
            .map(Long::valueOf)
            .toList(),
        attempt(HubObjects.annotations(object).getOrDefault(ATTEMPT, "")),
        new PolicySnapshot(
            JsonTree.strings(data, "labels"),
            JsonTree.strings(data, "annotations"),
            JsonTree.map(data, "spec")));
  }

  private static OptionalLong attempt(String text) {
    return text.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }
}
