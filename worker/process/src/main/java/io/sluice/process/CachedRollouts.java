package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.check.CheckDefinition;
import io.sluice.control.cache.HubCaches;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.check.CheckSettings;
import io.sluice.hub.check.CheckedRollouts;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks up in the caches of the process what checks and notifications are about. */
final class CachedRollouts implements CheckedRollouts {
  private final HubCaches caches;
  private final Optional<TemplatePropagation> templates;
  private final Clock clock;

  /**
   * Creates it.
   *
   * @param templates empty where none are propagated
   */
  CachedRollouts(HubCaches caches, Optional<TemplatePropagation> templates, Clock clock) {
    this.caches = requireNonNull(caches, "caches is null");
    this.templates = requireNonNull(templates, "templates is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  @Override
  public List<CheckDefinition> checks(RolloutTarget target) {
    return caches
        .find(Kinds.ROLLOUT, target.namespace() + "/" + target.rolloutName())
        .map(RolloutSpecReader::of)
        .flatMap(spec -> CheckSettings.read(spec).value())
        .orElse(List.of());
  }

  @Override
  public List<DecisionGroup> groups(RolloutTarget target) {
    if (target instanceof PolicyName policy) {
      return PolicyContext.of(caches.outline(policy), clock.instant()).fleet(List.of()).groups();
    }
    return templates
        .map(part -> part.groups((BindingName) target, clock.instant()))
        .orElse(List.of());
  }

  /** Returns the labels of what a Rollout rolls out; none where that is gone, or not cached. */
  Map<String, String> labels(GenericKubernetesResource rollout) {
    ObjectMeta meta = rollout.getMetadata();
    return RolloutTarget.ofRollout(meta.getNamespace(), meta.getName())
        .flatMap(this::labels)
        .orElse(Map.of());
  }

  private Optional<Map<String, String>> labels(RolloutTarget target) {
    return target instanceof PolicyName policy
        ? caches.replicas().root(policy).map(HubObjects::labels)
        : templates.map(part -> part.labels((BindingName) target));
  }

  @Override
  public Optional<GenericKubernetesResource> managedCluster(String name) {
    return caches.managedCluster(name);
  }
}
