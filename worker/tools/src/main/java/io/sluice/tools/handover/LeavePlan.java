package io.sluice.tools.handover;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicyName;
import io.sluice.tools.preview.Obstacle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what must be done to hand a hub back, and what stands in the way. */
final class LeavePlan {
  private final List<Obstacle> obstacles = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private final List<Runnable> work = new ArrayList<>();

  /**
   * Adds an obstacle.
   *
   * @param why what is in the way and what to do, in two sentences
   */
  void refuse(String reason, String why) {
    obstacles.add(new Obstacle(reason, "Cannot hand the hub back: " + why));
  }

  /** Adds a step; the text begins with a verb: {@code delete the Rollout of policy a/b}. */
  void step(String what, Runnable how) {
    steps.add(what);
    work.add(how);
  }

  /** Adds a check that fails before anything is changed. */
  void check(Runnable check) {
    work.add(check);
  }

  boolean ready() {
    return obstacles.isEmpty();
  }

  void carryOut() {
    work.forEach(Runnable::run);
  }

  List<Obstacle> obstacles() {
    return obstacles;
  }

  List<String> steps() {
    return steps;
  }

  /** Returns the policies of these Rollouts, by name. */
  static List<PolicyName> policies(List<GenericKubernetesResource> rollouts) {
    return rollouts.stream()
        .map(GenericKubernetesResource::getMetadata)
        .flatMap(meta -> PolicyName.ofRollout(meta.getNamespace(), meta.getName()).stream())
        .sorted(PolicyName.ORDER)
        .toList();
  }

  /** Returns the policies whose rollout is open, by name. */
  static List<PolicyName> open(List<GenericKubernetesResource> rollouts) {
    return policies(
        rollouts.stream().filter(rollout -> RolloutStatusParser.of(rollout).runOpen()).toList());
  }

  static String names(List<PolicyName> policies) {
    return policies.stream().map(PolicyName::toString).collect(Collectors.joining(", "));
  }
}
