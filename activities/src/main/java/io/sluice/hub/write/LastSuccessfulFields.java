package io.sluice.hub.write;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.admission.ContentSize;
import io.sluice.rollout.Outcome;
import io.sluice.status.LastSuccessfulStatus;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Adds the policy of the last outcome Succeeded to the status (rollout-strategy 5). */
final class LastSuccessfulFields {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final List<String> FIELDS =
      List.of("lastSuccessful", "lastSuccessfulRevision", "policyVersion");

  private LastSuccessfulFields() {}

  static Map<String, Object> stored(
      Map<String, Object> former,
      PolicyName policy,
      Revision revision,
      long generation,
      Instant now) {
    Map<String, Object> copy = copy(policy, revision);
    long size = HubObjects.size(copy);
    Optional<String> counts =
        LastSuccessfulStatus.after(
            Optional.of(Outcome.SUCCEEDED), Optional.empty(), revision.name(), size);
    RolloutStatus status = new RolloutStatus();
    status.lastSuccessful = counts.isPresent() ? copy : null;
    status.lastSuccessfulRevision = counts.orElse(null);
    status.policyVersion = revision.snapshot().annotations().get(RootPolicy.VERSION);
    RolloutStatusTree tree = RolloutStatusTree.of(former).set(status, FIELDS);
    return tree.set(
            RolloutCondition.LAST_SUCCESSFUL_STORED,
            Optional.of(
                RolloutConditions.stored(
                    JsonTree.number(former, "currentRolloutGeneration"), size)),
            generation,
            now)
        .tree();
  }

  /** Adds the policy that counts after a restore that dropped the status. */
  static RolloutStatusTree restored(RolloutStatusTree tree, PolicyName policy, Revision revision) {
    Map<String, Object> copy = copy(policy, revision);
    RolloutStatus status = new RolloutStatus();
    // One that is too large was not stored before the restore, either.
    if (ContentSize.fits(HubObjects.size(copy))) {
      status.lastSuccessful = copy;
      status.lastSuccessfulRevision = revision.name();
    }
    return tree.set(status, List.of("lastSuccessful", "lastSuccessfulRevision"));
  }

  private static Map<String, Object> copy(PolicyName policy, Revision revision) {
    Map<String, String> annotations = new TreeMap<>(revision.snapshot().annotations());
    annotations.remove(LAST_APPLIED);
    Map<String, Object> copy = new LinkedHashMap<>();
    copy.put("apiVersion", Kinds.apiVersion(Kinds.POLICY));
    copy.put("kind", Kinds.POLICY.getKind());
    copy.put("name", policy.name());
    copy.put("namespace", policy.namespace());
    copy.put("labels", revision.snapshot().labels());
    copy.put("annotations", annotations);
    copy.put("spec", revision.snapshot().spec());
    return copy;
  }
}
