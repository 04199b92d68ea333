package io.sluice.override;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.beside.OverrideIntent;
import io.sluice.beside.OverrideRelease;
import io.sluice.beside.OverrideStep;
import io.sluice.beside.PagePlanner;
import io.sluice.hub.beside.OverrideObjects;
import io.sluice.hub.beside.PageWriter;
import io.sluice.hub.beside.UnstagedChanges;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Wording;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the override of one policy at a time to what it is to be, write by write.
 *
 * <p>Each write is decided from a fresh read, and from nothing else: a process that takes over, or
 * one that crashed, goes on with what stands ({@link OverrideIntent}, {@link OverrideStep}).
 */
public final class OverrideReconciler {
  /** For how long pages must be empty before what they belong to goes. */
  public static final Duration SETTLED = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(OverrideReconciler.class);
  private static final int MOST_STEPS = 20;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration STUCK = Duration.ofMinutes(10);

  private final HubReader reader;
  private final OverrideObjects override;
  private final PageWriter pages;
  private final RolloutObjects rollouts;
  private final OverrideConditions conditions;
  private final EventRecorder events;
  private final Duration settled;
  private final Clock clock;
  private final Map<PolicyName, Instant> listedAt = new ConcurrentHashMap<>();
  private final Map<PolicyName, Instant> waitingSince = new ConcurrentHashMap<>();

  /**
   * Reconciles on this hub.
   *
   * @param settled as {@link #SETTLED}
   */
  public OverrideReconciler(
      KubernetesClient hub,
      RequestPool requests,
      EventRecorder events,
      Duration settled,
      Clock clock) {
    this.reader = HubReader.beside(hub, requests);
    this.override = new OverrideObjects(hub);
    this.pages = new PageWriter(hub);
    this.rollouts = new RolloutObjects(hub, clock);
    this.conditions = new OverrideConditions(rollouts, clock);
    this.events = requireNonNull(events, "events is null");
    this.settled = requireNonNull(settled, "settled is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Reconciles one policy.
   *
   * @param seen its objects as they were seen last: the hub is asked only if they call for a write
   * @param replicas as they were seen last
   * @param due whether an attempt is due
   */
  public OverrideResult reconcile(
      PolicyObjects seen, Map<String, CachedReplica> replicas, boolean due) {
    OverridePlan plan = plan(seen, replicas, due);
    for (int i = 0; i < MOST_STEPS && writes(plan); i++) {
      plan = plan(reader.read(seen.policy()), replicas, due);
      if (writes(plan)) {
        write(plan);
        plan = plan(reader.read(seen.policy()), replicas, due);
      }
    }
    return result(plan);
  }

  private OverridePlan plan(
      PolicyObjects objects, Map<String, CachedReplica> replicas, boolean due) {
    return OverridePlan.of(objects, replicas, due, this::settling, clock.instant());
  }

  private static boolean writes(OverridePlan plan) {
    return plan.step() != OverrideStep.NOTHING && plan.step() != OverrideStep.AWAIT_REPLICAS;
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

  private void write(OverridePlan plan) {
    PolicyName policy = plan.objects().policy();
    try {
      switch (plan.step()) {
        case ADD_FINALIZER ->
            override.hold(plan.objects().rollout().orElseThrow(), plan.context().root());
        case DELETE_STALE_PAGES -> plan.names().pages().forEach(override::deletePage);
        case CREATE_PLACEMENT -> override.createPlacement(policy);
        case CREATE_BINDING -> override.createBinding(policy);
        case WITHDRAW_RELEASED ->
            pages.write(
                plan.objects(), PagePlanner.withdraw(plan.state().pages(), plan.withdrawn()));
        case EMPTY_PAGES -> empty(plan);
        case DELETE_BINDING -> override.deleteBinding(plan.names().binding().orElseThrow());
        case DELETE_PLACEMENT -> override.deletePlacement(plan.names().placement().orElseThrow());
        case REMOVE_FINALIZER -> override.release(plan.objects().rollout().orElseThrow());
        case AWAIT_REPLICAS, NOTHING -> {}
      }
      LOG.info("override of policy {}: {}", policy, plan.step());
    } catch (KubernetesClientException e) {
      if (e.getCode() != HubApi.CONFLICT && e.getCode() != HubApi.NOT_FOUND) {
        throw HubException.of(
            "write the override of policy " + policy, "update", Kinds.PLACEMENT_DECISION, e);
      }
      LOG.debug("override of policy {}: {} is decided anew", policy, plan.step());
    }
  }

  private void empty(OverridePlan plan) {
    if (plan.intent() == OverrideIntent.EMPTY) {
      list(plan);
    }
    pages.write(plan.objects(), PagePlanner.withdrawAll(plan.state().pages()));
  }

  /** An open run lists them itself. The list must not keep the pages from being emptied. */
  private void list(OverridePlan plan) {
    var clusters = plan.input().ofAnotherVersion();
    long generation = plan.input().generation();
    plan.objects()
        .root()
        .ifPresent(
            root ->
                events.warning(
                    EventSubject.of(root),
                    "UnstagedChange",
                    "Generation %d was enforced at once on %s that enforced the policy: %s. They go back to inform before its rollout."
                        .formatted(
                            generation, Wording.clusters(clusters.size()), Wording.names(clusters)),
                    "generation " + generation));
    try {
      rollouts.update(
          plan.objects().policy(),
          rollout -> UnstagedChanges.listed(rollout, clusters, generation, clock.instant()));
    } catch (RuntimeException e) {
      LOG.warn("{}", e.getMessage());
    }
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
    boolean kept =
        plan.context().release() == OverrideRelease.NEVER
            && plan.intent() == OverrideIntent.LEAVE
            && plan.state().lists();
    rollout.ifPresent(object -> conditions.write(object, policy, stuck, kept, plan.state()));
    if (writes(plan)) {
      return new OverrideResult(Optional.of(unready(policy)), Optional.of(now.plus(LOOK_EVERY)));
    }
    boolean blocked = !plan.state().enforcing().isEmpty() || plan.state().settling();
    return blocked
        ? new OverrideResult(Optional.of(waiting(policy, plan)), Optional.of(now.plus(LOOK_EVERY)))
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
