package io.sluice.hub.approval;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutApprovalRecord;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes of a Rollout the one that admission must refuse, and that nobody stores. */
final class ApprovalProbe {
  /** No user has this name. */
  static final String BY = "sluice.approvals-probe";

  /** How many records a group has at most, by its schema. */
  private static final int MOST = 50;

  private static final String UNGROUPED = "ungrouped";
  private static final String APPROVALS = "approvals";

  private ApprovalProbe() {}

  /** Returns the object with one more record, in the name of another, at that time. */
  static GenericKubernetesResource of(GenericKubernetesResource rollout, Instant now) {
    Map<String, Object> spec = HubObjects.part(rollout, "spec");
    Map<String, Object> ungrouped = JsonTree.map(spec, UNGROUPED);
    List<Object> records = new ArrayList<>(JsonTree.maps(ungrouped, APPROVALS));
    // A list that is full has room for it, and what it takes the place of is an approval, too.
    if (records.size() >= MOST) {
      records.remove(0);
    }
    records.add(
        Map.of(
            RolloutApprovalRecord.KEY, BY, "at", now.truncatedTo(ChronoUnit.SECONDS).toString()));
    ungrouped.put(APPROVALS, records);
    spec.put(UNGROUPED, ungrouped);
    GenericKubernetesResource probe = HubObjects.object(Kinds.ROLLOUT, rollout.getMetadata());
    probe.setAdditionalProperty("spec", spec);
    return probe;
  }
}
