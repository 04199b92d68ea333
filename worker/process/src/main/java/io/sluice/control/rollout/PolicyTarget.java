package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Presents a policy as the target of attempts.
 *
 * @param support does what depends on the mode of the process
 * @param formerAttempt the number of the last attempt, where the Rollout object names none
 */
public record PolicyTarget(
    AttemptSupport support,
    PolicyContext context,
    Map<String, CachedReplica> replicas,
    long formerAttempt)
    implements AttemptTarget {
  public PolicyTarget {
    requireNonNull(support, "support is null");
    requireNonNull(context, "context is null");
    requireNonNull(replicas, "replicas is null");
  }

  public RootPolicy policy() {
    return context.root().orElseThrow();
  }

  @Override
  public PolicyName name() {
    return policy().name();
  }

  @Override
  public RootView root() {
    return context.rootView().orElseThrow();
  }

  @Override
  public Optional<SettingsValidation> settings() {
    return context.acceptance();
  }

  @Override
  public Optional<GenericKubernetesResource> rollout() {
    return context.rollout();
  }

  @Override
  public Optional<RolloutRecord> record() {
    return context.rolloutStatus().map(status -> status.record(policy().uid()));
  }

  @Override
  public FleetView fleet() {
    return context
        .fleet(replicas.keySet())
        .withUnknownContent(support.unknown(context, replicas))
        .withRepairUndone(support.undoneRepairs(policy().name()).left());
  }

  @Override
  public List<String> newcomers() {
    boolean needed =
        settings().filter(found -> AttemptDue.rollsNewcomersOut(found, root())).isPresent();
    return record()
        .filter(last -> needed && !last.runOpen())
        .map(last -> support.newcomers(context, last, replicas))
        .orElse(List.of());
  }

  @Override
  public List<GroupKey> declaredGroups() {
    return context.declaredGroups();
  }

  @Override
  public List<ReplicaState> states(List<String> newcomers) {
    return support.states(context, replicas, newcomers);
  }

  @Override
  public OverrideResult prepare(boolean due) {
    return support.prepare(context, replicas, due);
  }

  @Override
  public void keep() {
    support.keep(policy());
  }
}
