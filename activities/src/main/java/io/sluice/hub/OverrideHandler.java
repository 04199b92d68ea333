package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverridePage;
import io.sluice.beside.OverrideRelease;
import io.sluice.beside.PagePlanner;
import io.sluice.hub.beside.OverriddenReplicas;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.beside.PageWriter;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.status.Claim;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Ack;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.LookAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lists clusters on the pages of an override, takes them off, and judges what the propagator made
 * of that (policy-propagation 14.3).
 *
 * <p>A dispatch is the acknowledged write of a page. Right before it the policy is read anew: a
 * cluster that gets no replica is never listed, and none is for a version that is not the present
 * one.
 */
final class OverrideHandler {
  /** Answers that are about the page, and not about a hub that fails. */
  private static final Set<Integer> REFUSALS = Set.of(400, 403, 413, 422);

  private final HubReader reader;
  private final Batches batches;
  private final PageWriter pages;
  private final OverriddenReplicas replicas;
  private final ReplicaJudge judge;
  private final Duration patience;
  private final Clock clock;

  OverrideHandler(
      HubReader reader,
      Batches batches,
      PageWriter pages,
      OverriddenReplicas replicas,
      ReplicaJudge judge,
      Duration patience,
      Clock clock) {
    this.reader = reader;
    this.batches = batches;
    this.pages = pages;
    this.replicas = replicas;
    this.judge = judge;
    this.patience = patience;
    this.clock = clock;
  }

  BatchAnswer dispatch(Batch batch) {
    return batches.bounded(
        batch, run -> refusable(run, () -> decided("list clusters", run, this::list)));
  }

  BatchAnswer takeBack(Batch batch) {
    return batches.bounded(
        batch, run -> refusable(run, () -> decided("withdraw clusters", run, this::withdraw)));
  }

  /** Decides from a fresh read, and writes. */
  private interface Decision {
    BatchAnswer apply(BatchRun run, PolicyObjects objects);
  }

  private interface Write {
    BatchAnswer apply();
  }

  private static BatchAnswer refusable(BatchRun run, Write write) {
    try {
      return write.apply();
    } catch (HubException e) {
      if (e.code() == 0 || !REFUSALS.contains(e.code())) {
        throw e;
      }
      return run.refused(e.getMessage());
    }
  }

  private BatchAnswer decided(String doing, BatchRun run, Decision decision) {
    AttemptRef attempt = run.batch().attempt();
    return ConflictRetry.write(
        doing + " of policy " + attempt.policy(),
        "update",
        "placementdecisions/status",
        () -> {
          PolicyObjects objects = reader.read(attempt.policy(), patience);
          Optional<GenericKubernetesResource> rollout = context(objects).rollout();
          if (Claim.of(attempt, rollout) != HubSnapshot.ClaimState.HELD) {
            throw Claim.lost(doing, attempt, Claim.whyLost(attempt, rollout));
          }
          return Optional.of(decision.apply(run, objects));
        });
  }

  private PolicyContext context(PolicyObjects objects) {
    return PolicyContext.of(objects, clock.instant());
  }

  private BatchAnswer list(BatchRun run, PolicyObjects objects) {
    AttemptRef attempt = run.batch().attempt();
    PolicyContext context = context(objects);
    OverrideNames override = new OverrideNames(objects);
    Optional<GenericKubernetesResource> placement = override.placement();
    if (!current(context, attempt)
        || placement.isEmpty()
        || override.binding().isEmpty()
        || override.pages().stream().anyMatch(page -> PageObjects.stale(page, placement.get()))) {
      // The run is about to observe the edit, or the override is about to stand.
      return run.notTried();
    }
    Set<String> selected =
        Set.copyOf(context.targets(context.root().orElseThrow().snapshot()).replicas());
    List<OverridePage> standing = PageObjects.parse(attempt.policy(), override.pages());
    Map<String, OverrideEntry> listed = byCluster(standing);
    if (listed.values().stream()
        .anyMatch(entry -> entry.generation() != attempt.version().generation())) {
      return run.notTried();
    }
    Instant now = Instant.ofEpochMilli(clock.instant().toEpochMilli());
    List<OverrideEntry> added =
        run.batch().clusters().stream()
            .filter(selected::contains)
            .filter(run::open)
            .filter(cluster -> !listed.containsKey(cluster))
            .map(
                cluster ->
                    new OverrideEntry(
                        cluster,
                        attempt.rolloutUid(),
                        attempt.attempt(),
                        attempt.version().generation(),
                        now))
            .toList();
    pages.write(objects, PagePlanner.add(standing, added));
    Map<String, OverrideEntry> after = new HashMap<>(listed);
    added.forEach(entry -> after.put(entry.cluster(), entry));
    List<String> acknowledged =
        run.batch().clusters().stream()
            .filter(selected::contains)
            .filter(after::containsKey)
            .toList();
    return new BatchAnswer(
        acknowledged.stream().map(cluster -> ack(attempt, after.get(cluster), now)).toList(),
        acknowledged.stream()
            .filter(listed::containsKey)
            .flatMap(cluster -> present(attempt, cluster, context).stream())
            .toList(),
        run.batch().clusters().stream()
            .filter(cluster -> !acknowledged.contains(cluster))
            .toList());
  }

  /** A repeated call finds the entry of the first call, and returns its instant. */
  private static Ack ack(AttemptRef attempt, OverrideEntry entry, Instant now) {
    boolean own = entry.is(attempt.rolloutUid(), attempt.attempt());
    return Ack.written(entry.cluster(), own ? entry.at() : now, entry.attempt());
  }

  private static boolean current(PolicyContext context, AttemptRef attempt) {
    return context
        .root()
        .filter(root -> !root.disabled())
        .filter(root -> root.uid().equals(attempt.version().policyUid()))
        .filter(root -> root.generation() == attempt.version().generation())
        .isPresent();
  }

  private BatchAnswer withdraw(BatchRun run, PolicyObjects objects) {
    AttemptRef attempt = run.batch().attempt();
    List<OverridePage> standing =
        PageObjects.parse(attempt.policy(), new OverrideNames(objects).pages());
    pages.write(objects, PagePlanner.withdraw(standing, run.batch().clusters()));
    Instant now = clock.instant();
    return new BatchAnswer(
        run.batch().clusters().stream()
            .map(cluster -> Ack.written(cluster, now, attempt.attempt()))
            .toList(),
        List.of());
  }

  private static Map<String, OverrideEntry> byCluster(List<OverridePage> pages) {
    Map<String, OverrideEntry> listed = new HashMap<>();
    OverridePage.entries(pages).forEach(entry -> listed.putIfAbsent(entry.cluster(), entry));
    return listed;
  }

  /** The present verdict of a cluster that was listed already, from the cache. */
  private Optional<Report> present(AttemptRef attempt, String cluster, PolicyContext context) {
    return replicas
        .replica(attempt.policy(), cluster)
        .map(
            found ->
                judge.report(
                    found.replica(),
                    content(context),
                    attempt.version(),
                    batches.unreachable(cluster),
                    clock.instant()));
  }

  private static VersionContent content(PolicyContext context) {
    return context.content(context.root().map(RootPolicy::snapshot).orElseThrow());
  }

  /** Fails unless every cluster was read: a verdict needs an observation. */
  LookAnswer look(Batch batch) {
    try (BatchRun run = batches.begin(batch)) {
      PolicyName policy = batch.attempt().policy();
      PolicyObjects objects = reader.read(policy, patience);
      PolicyContext context = context(objects);
      Map<String, OverrideEntry> listed =
          byCluster(PageObjects.parse(policy, new OverrideNames(objects).pages()));
      List<Optional<Report>> reports =
          run.read(
              cluster -> look(run, cluster, context, Optional.ofNullable(listed.get(cluster))));
      run.checkHeartbeat();
      long missing = reports.stream().filter(Optional::isEmpty).count();
      if (missing > 0) {
        throw HubException.incomplete(
            "look at the clusters of policy " + policy, missing, reports.size());
      }
      return new LookAnswer(reports.stream().flatMap(Optional::stream).toList());
    }
  }

  private Report look(
      BatchRun run, String cluster, PolicyContext context, Optional<OverrideEntry> entry) {
    AttemptRef attempt = run.batch().attempt();
    boolean unreachable = batches.unreachable(cluster);
    Optional<CachedReplica> known = batches.read(attempt.policy(), cluster);
    Instant now = clock.instant();
    boolean present = current(context, attempt);
    boolean lost = entry.isEmpty() && context.release() != OverrideRelease.PER_CLUSTER;
    if (present && run.selects(cluster) && (known.isEmpty() || lost)) {
      return ReplicaJudge.gone(cluster, unreachable, now);
    }
    if (known.isEmpty() || !present) {
      return ReplicaJudge.unknown(cluster, attempt.attempt(), attempt.version(), unreachable, now);
    }
    return judge.report(
        replicas.dispatched(known.get(), entry).replica(),
        content(context),
        attempt.version(),
        unreachable,
        now);
  }
}
