package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.rollout.AttemptTarget;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.template.BindingContext;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.BindingName;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import java.util.List;
import java.util.Optional;

/** Presents the binding of a template as the target of attempts (lazy-activation 3). */
record BindingTarget(BindingContext context) implements AttemptTarget {
  BindingTarget {
    requireNonNull(context, "context is null");
  }

  @Override
  public BindingName name() {
    return context.name();
  }

  @Override
  public RootView root() {
    return context.root().orElseThrow();
  }

  @Override
  public Optional<SettingsValidation> settings() {
    return context.settings();
  }

  @Override
  public Optional<GenericKubernetesResource> rollout() {
    return context.rollout();
  }

  @Override
  public Optional<RolloutRecord> record() {
    return context.record();
  }

  @Override
  public FleetView fleet() {
    return context.clusters().fleet();
  }

  /** Those that join after the end get the template at once. */
  @Override
  public List<String> newcomers() {
    return List.of();
  }

  @Override
  public long formerAttempt() {
    return context.clusters().highestAttempt();
  }

  @Override
  public List<GroupKey> declaredGroups() {
    return context.clusters().declared().groups().orElse(List.of());
  }

  @Override
  public List<ReplicaState> states(List<String> newcomers) {
    return context.clusters().works().values().stream()
        .map(
            work ->
                new ReplicaState(work.cluster(), context.clusters().content(work), work.dispatch()))
        .toList();
  }
}
