package io.sluice.control.beside;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.beside.OverrideIntent;
import io.sluice.beside.OverrideStep;
import io.sluice.control.rollout.OverrideResult;
import io.sluice.control.rollout.SoakedClusters;
import io.sluice.hub.approval.RememberedGuard;
import io.sluice.hub.beside.EnforcedContents;
import io.sluice.hub.beside.UnstagedNote;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Wording;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Brings the override of one policy at a time to its desired state, write by write.
 *
 * <p>Each write is decided from a fresh read, and from nothing else: a process that takes over, or
 * one that crashed, goes on from what exists ({@link OverrideIntent}, {@link OverrideStep}).
 */
public final class OverrideReconciler {
  /** For how long pages must be empty before their Placement and its binding are deleted. */
  public static final Duration SETTLED = Duration.ofSeconds(3);

  private static final int MOST_STEPS = 20;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration STUCK = Duration.ofMinutes(10);

  private final HubReader reader;
  private final HubApi hub;
  private final OverrideWriter writer;
  private final OverrideConditions conditions;
  private final SoakedClusters soaked;
  private final EnforcedContents enforced;
  private final ReleasedClusters released;
  private final UnstagedEvidence unstaged;
  private final Duration settled;
  private final Clock clock;
  private final Map<PolicyName, Instant> listedAt = new ConcurrentHashMap<>();
  private final Map<PolicyName, Instant> waitingSince = new ConcurrentHashMap<>();

  /**
   * Reconciles on this hub.
   *
   * @param enforced finds what replicas enforced last
   * @param settled as {@link #SETTLED}
   */
  public OverrideReconciler(
      KubernetesClient hub,
      RolloutObjects rollouts,
      RequestPool requests,
      EventRecorder events,
      SoakedClusters soaked,
      EnforcedContents enforced,
      Duration settled,
      Clock clock) {
    this.reader = HubReader.beside(hub, requests, RememberedGuard.of(hub, clock));
    this.hub = new HubApi(hub);
    this.writer =
        new OverrideWriter(hub, rollouts, requireNonNull(events, "events is null"), clock);
    this.conditions = new OverrideConditions(rollouts, clock);
    this.soaked = requireNonNull(soaked, "soaked is null");
    this.enforced = enforced;
    this.released = new ReleasedClusters(enforced);
    this.unstaged = new UnstagedEvidence(enforced);
    this.settled = requireNonNull(settled, "settled is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Takes clusters off their pages that were listed for another version of the policy, at once and
   * before anything else: the propagator enforces every edit where the policy is enforced.
   *
   * @param seen the policy as it was seen last: the hub is asked only if it calls for a write
   */
  public void withdrawEdited(PolicyContext seen) {
    unstaged.remember(seen);
    if (new OverrideNames(seen.objects()).pages().isEmpty()) {
      return;
    }
    OverridePlan plan = plan(seen, Map.of(), false);
    for (int i = 0; i < MOST_STEPS && plan.step() == OverrideStep.WITHDRAW_EDITED; i++) {
      plan = plan(read(seen.objects().policy()), Map.of(), false);
      if (plan.step() == OverrideStep.WITHDRAW_EDITED) {
        writer.write(plan);
      }
    }
  }

  /**
   * Reconciles one policy.
   *
   * @param seen as it was seen last: the hub is asked only if it calls for a write
   * @param replicas as they were seen last
   * @param due whether an attempt is due
   */
  public OverrideResult reconcile(
      PolicyContext seen, Map<String, CachedReplica> replicas, boolean due) {
    PolicyName policy = seen.objects().policy();
    unstaged.remember(seen);
    OverridePlan plan = plan(noteEdited(seen) ? read(policy) : seen, replicas, due);
    for (int i = 0; i < MOST_STEPS && plan.step().writes(); i++) {
      plan = live(policy, replicas, due);
      if (plan.step().writes()) {
        // What is enforced now is remembered before the propagator can follow.
        released.add(policy, plan.input().generation(), plan.takenOff());
        writer.write(plan);
        noteEdited(plan);
      }
    }
    OverridePlan left = plan.step().writes() ? live(policy, replicas, due) : plan;
    if (left.state().enforcing().isEmpty() && !left.state().settling()) {
      released.forget(policy);
      boolean noted = left.context().rollout().flatMap(UnstagedNote::of).isPresent();
      if (!left.state().lists() && !noted) {
        enforced.forget(policy);
      }
    }
    return result(left);
  }

  /**
   * Notes clusters that enforced an edit after they were taken off their pages; returns whether
   * there were any.
   */
  private boolean noteEdited(PolicyContext seen) {
    PolicyName policy = seen.objects().policy();
    List<String> clusters =
        seen.root()
            .filter(root -> !root.deleting())
            .map(root -> released.edited(policy, root.generation()))
            .orElse(List.of());
    if (!clusters.isEmpty()) {
      note(policy, clusters);
    }
    return !clusters.isEmpty();
  }

  /**
   * Notes clusters that were taken off while their policy was edited: it was enforced there, and no
   * page names them any more.
   */
  private void noteEdited(OverridePlan plan) {
    List<String> clusters = plan.takenOff();
    PolicyName policy = plan.objects().policy();
    boolean edited =
        !clusters.isEmpty()
            && reader
                .root(policy)
                .filter(root -> !root.deleting())
                .filter(root -> root.generation() != plan.input().generation())
                .isPresent();
    if (edited) {
      note(policy, clusters);
    }
  }

  private void note(PolicyName policy, List<String> clusters) {
    boolean noted = false;
    for (int i = 0; !noted && i < MOST_STEPS; i++) {
      OverridePlan now = plan(read(policy), Map.of(), false);
      noted = !now.input().wanted() || writer.noteUnstaged(now, clusters);
    }
    if (noted) {
      released.forget(policy, clusters);
    }
  }

  private OverridePlan live(PolicyName policy, Map<String, CachedReplica> replicas, boolean due) {
    OverridePlan plan = plan(read(policy), replicas, due);
    // What was seen last may be behind, and replicas stay enforced without a binding.
    return plan.step() == OverrideStep.DELETE_BINDING
        ? plan(plan.context(), replicas(policy), due)
        : plan;
  }

  private PolicyContext read(PolicyName policy) {
    return PolicyContext.of(reader.read(policy), clock.instant());
  }

  private Map<String, CachedReplica> replicas(PolicyName policy) {
    Map<String, CachedReplica> replicas = new HashMap<>();
    hub.listAll(Kinds.POLICY, Map.of(PolicyApi.ROOT_POLICY, policy.replicaName())).stream()
        .flatMap(object -> ReplicaParser.of(object).stream())
        .forEach(replica -> replicas.put(replica.replica().cluster(), replica));
    return replicas;
  }

  private OverridePlan plan(
      PolicyContext context, Map<String, CachedReplica> replicas, boolean due) {
    return OverridePlan.of(
        context, replicas, due, this::settling, soaked::of, unstaged.of(context, replicas));
  }

  /** Whether clusters were listed, or enforced by a page, a moment ago. */
  private boolean settling(OverridePlan plan) {
    PolicyName policy = plan.objects().policy();
    Instant now = clock.instant();
    if (plan.state().pages().isEmpty()) {
      listedAt.remove(policy);
      return false;
    }
    if (plan.state().lists() || !plan.state().enforcing().isEmpty()) {
      listedAt.put(policy, now);
      return !plan.state().lists();
    }
    return now.isBefore(listedAt.computeIfAbsent(policy, name -> now).plus(settled));
  }

  private OverrideResult result(OverridePlan plan) {
    PolicyName policy = plan.objects().policy();
    Instant now = clock.instant();
    boolean waits =
        plan.step() == OverrideStep.AWAIT_REPLICAS
            || plan.intent() != OverrideIntent.LEAVE && !plan.state().enforcing().isEmpty();
    if (!waits) {
      waitingSince.remove(policy);
    }
    boolean stuck =
        waits && !now.isBefore(waitingSince.computeIfAbsent(policy, name -> now).plus(STUCK));
    Optional<GenericKubernetesResource> rollout = plan.objects().rollout();
    rollout.ifPresent(object -> conditions.write(object, plan, stuck));
    if (plan.step().writes()) {
      return new OverrideResult(
          Optional.of(unready(policy)), Optional.of(now.plus(LOOK_EVERY)), false);
    }
    boolean blocked = !plan.state().enforcing().isEmpty() || plan.state().settling();
    return blocked
        ? new OverrideResult(
            Optional.of(waiting(policy, plan)), Optional.of(now.plus(LOOK_EVERY)), true)
        : OverrideResult.SETTLED;
  }

  private static String unready(PolicyName policy) {
    return "Waiting for the override of policy %s to stand.".formatted(policy);
  }

  private static String waiting(PolicyName policy, OverridePlan plan) {
    var clusters = plan.state().enforcing();
    return clusters.isEmpty()
        ? "Waiting for OCM's propagator to follow the decisions of policy %s.".formatted(policy)
        : "Waiting for OCM's propagator to turn %s back to inform: %s."
            .formatted(
                Wording.clusters(clusters.size()),
                Wording.names(clusters.stream().sorted().toList()));
  }
}
