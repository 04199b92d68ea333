package io.sluice.hub;

import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.ContentSize;
import io.sluice.policy.PolicyName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the policy as last rolled out with outcome Succeeded into the status (rollout-strategy 5).
 */
final class LastSuccessful {
  static final String CONDITION = "LastSuccessfulStored";
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final List<String> FIELDS =
      List.of("lastSuccessful", "lastSuccessfulRevision", "policyVersion");

  private LastSuccessful() {}

  static Map<String, Object> stored(
      Map<String, Object> former,
      PolicyName policy,
      Revision revision,
      long generation,
      Instant now) {
    Map<String, Object> copy = copy(policy, revision);
    int size = Json.size(copy);
    boolean fits = ContentSize.fits(size);
    RolloutStatus status = new RolloutStatus();
    status.lastSuccessful = fits ? copy : null;
    status.lastSuccessfulRevision = fits ? revision.name() : null;
    status.policyVersion = revision.snapshot().annotations().get(RootPolicy.VERSION);
    RolloutStatusTree tree = RolloutStatusTree.of(former).set(status, FIELDS);
    return tree.condition(
            CONDITION,
            fits,
            fits ? "Stored" : "PolicyTooLarge",
            fits
                ? "The policy of generation %d is kept for newcomers."
                    .formatted(HubObjects.number(former, "currentRolloutGeneration"))
                : "The policy has %d KiB, and at most %d are stored. Newcomers get nothing before their turn. Split the policy."
                    .formatted(ContentSize.kib(size), ContentSize.kib(ContentSize.MOST_BYTES)),
            generation,
            now)
        .tree();
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
