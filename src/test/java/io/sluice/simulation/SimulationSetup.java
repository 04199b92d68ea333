package io.sluice.simulation;

import io.sluice.placement.GroupStrategy;
import io.sluice.policy.BindingName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.PendingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Describes the start of a simulation.
 *
 * @param settings the settings that the policy can have
 * @param informPolicy whether the policy only informs
 * @param groups placement and name of each group, in order
 * @param clusters the clusters that are selected at first
 * @param soakFloor floors of the soaks (rollout-strategy E6)
 * @param ending decides how clusters answer at the end
 * @param gated whether a gate holds what clusters have, so that another writer's edit can get past
 *     their turn (gate 5)
 * @param template how a template groups its clusters by their labels; empty for a policy
 */
record SimulationSetup(
    List<ModelSettings> settings,
    boolean informPolicy,
    List<GroupSetup> groups,
    List<ClusterSetup> clusters,
    Duration soakFloor,
    Duration weakSoakFloor,
    int ending,
    boolean gated,
    Optional<GroupStrategy> template) {
  private static final BindingName BINDING =
      BindingName.of("default", "web-configmap", "open-cluster-management");

  record GroupSetup(String placement, String name) {}

  /** A cluster and the index of its group in the list. */
  record ClusterSetup(String name, int group) {}

  SimulationSetup {
    settings = List.copyOf(settings);
    groups = List.copyOf(groups);
    clusters = List.copyOf(clusters);
  }

  SimulationSetup with(List<ClusterSetup> fewer) {
    return new SimulationSetup(
        settings, informPolicy, groups, fewer, soakFloor, weakSoakFloor, ending, gated, template);
  }

  /** What is rolled out: a policy, or a template. */
  RolloutTarget target() {
    return template.isPresent() ? BINDING : ModelAttemptStarter.POLICY;
  }

  boolean beside() {
    return settings.get(0).mode() == PendingMode.BESIDE;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    settings.forEach(known -> lines.add("settings: " + known));
    lines.add(
        "soak floors: %s, weak %s%s"
                .formatted(soakFloor, weakSoakFloor, informPolicy ? "; the policy informs" : "")
            + (gated ? "; gated" : "")
            + template.map(by -> "; a template in groups of " + by.size()).orElse(""));
    for (int i = 0; i < groups.size(); i++) {
      int place = i;
      lines.add(
          "group %s/\"%s\": %s"
              .formatted(
                  groups.get(i).placement(),
                  groups.get(i).name(),
                  clusters.stream()
                      .filter(cluster -> cluster.group() == place)
                      .map(ClusterSetup::name)
                      .toList()));
    }
    return lines;
  }
}
