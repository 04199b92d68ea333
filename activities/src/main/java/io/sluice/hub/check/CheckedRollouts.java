package io.sluice.hub.check;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.check.CheckDefinition;
import io.sluice.fleet.DecisionGroup;
import io.sluice.policy.RolloutTarget;
import java.util.List;
import java.util.Optional;

/** Looks up what questions are about, as this process last saw it. */
public interface CheckedRollouts {
  /** Returns the checks of the Rollout object; none where there is no object. */
  List<CheckDefinition> checks(RolloutTarget target);

  /** Returns the groups, each with its clusters of now; none of what is gone. */
  List<DecisionGroup> groups(RolloutTarget target);

  /** Returns the ManagedCluster of that name. */
  Optional<GenericKubernetesResource> managedCluster(String name);
}
