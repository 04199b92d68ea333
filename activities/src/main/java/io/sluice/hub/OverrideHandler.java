package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverridePage;
import io.sluice.beside.PagePlanner;
import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.batch.Batches;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.beside.PageWriter;
import io.sluice.hub.beside.UnstagedNoteWriter;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.status.Claim;
import io.sluice.rollout.Ack;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lists clusters on the pages of an override, and takes them off (policy-propagation 14.3); {@link
 * OverrideJudge} judges what the propagator made of that.
 *
 * <p>A dispatch is the acknowledged write of a page. Right before it the policy is read anew: a
 * cluster is listed only if it gets a replica, and only for the present version. An edit that comes
 * between that read and the write empties the page again.
 */
final class OverrideHandler {
  private static final String LIST = "list clusters";
  private static final String WITHDRAW = "withdraw clusters";

  private final HubReader reader;
  private final Batches batches;
  private final PageWriter pages;
  private final UnstagedNoteWriter notes;
  private final OverrideJudge judge;
  private final Duration patience;
  private final Clock clock;

  OverrideHandler(
      HubReader reader,
      Batches batches,
      PageWriter pages,
      UnstagedNoteWriter notes,
      OverrideJudge judge,
      Duration patience,
      Clock clock) {
    this.reader = reader;
    this.batches = batches;
    this.pages = pages;
    this.notes = notes;
    this.judge = judge;
    this.patience = patience;
    this.clock = clock;
  }

  BatchAnswer dispatch(Batch batch) {
    return batches.bounded(batch, run -> refusable(run, () -> decided(LIST, run, this::list)));
  }

  BatchAnswer takeBack(Batch batch) {
    return batches.bounded(
        batch, run -> refusable(run, () -> decided(WITHDRAW, run, this::withdraw)));
  }

  /** Decides from a fresh read, and writes. */
  private interface Decision {
    BatchAnswer apply(BatchRun run, PolicyObjects objects);
  }

  private interface Write {
    BatchAnswer apply();
  }

  /** A refused read refuses the whole batch; a refused page only its own clusters. */
  private static BatchAnswer refusable(BatchRun run, Write write) {
    try {
      return write.apply();
    } catch (HubException e) {
      if (!PageWriter.refuses(e)) {
        throw e;
      }
      return run.refused(e.getMessage());
    }
  }

  private BatchAnswer decided(String doing, BatchRun run, Decision decision) {
    AttemptRef attempt = run.batch().attempt();
    return ConflictRetry.write(
        doing(doing, attempt),
        "update",
        "placementdecisions/status",
        () -> {
          PolicyObjects objects = reader.read(attempt.policyName(), patience);
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
    List<OverridePage> standing = PageObjects.parse(attempt.policyName(), override.pages());
    Map<String, OverrideEntry> listed = OverridePage.byCluster(standing);
    Set<String> selected = selected(context);
    Instant now = Instant.ofEpochMilli(clock.instant().toEpochMilli());
    List<OverrideEntry> added =
        ready(override, attempt, listed.values())
            ? run.batch().clusters().stream()
                .filter(selected::contains)
                .filter(run::open)
                .filter(cluster -> !listed.containsKey(cluster))
                .map(cluster -> entry(attempt, cluster, now))
                .toList()
            : List.of();
    if (!added.isEmpty() && current(reader.root(attempt.policyName()), attempt)) {
      List<OverridePage> planned = PagePlanner.add(standing, added);
      Map<String, String> refused =
          byCluster(pages.writeAccepted(doing(LIST, attempt), objects, planned), planned);
      return answer(run, context, listed, added, refused, now);
    }
    // The run is about to observe the edit, or the override is about to be complete.
    return answer(run, context, listed, List.of(), Map.of(), now);
  }

  private static String doing(String what, AttemptRef attempt) {
    return what + " of policy " + attempt.policyName();
  }

  /** Returns why the page of a cluster was refused. */
  private static Map<String, String> byCluster(
      Map<Integer, String> refused, List<OverridePage> pages) {
    Map<String, String> clusters = new HashMap<>();
    for (OverridePage page : pages) {
      Optional.ofNullable(refused.get(page.number()))
          .ifPresent(why -> page.entries().forEach(entry -> clusters.put(entry.cluster(), why)));
    }
    return clusters;
  }

  private static Set<String> selected(PolicyContext context) {
    return context
        .root()
        .map(root -> Set.copyOf(context.targets(root.snapshot()).replicas()))
        .orElse(Set.of());
  }

  /** Whether the override exists, and lists no cluster for another version. */
  private static boolean ready(
      OverrideNames override, AttemptRef attempt, Collection<OverrideEntry> listed) {
    return override.placement().isPresent()
        && override.binding().isPresent()
        && PageObjects.strays(override).isEmpty()
        && listed.stream().allMatch(entry -> entry.generation() == attempt.version().generation());
  }

  private static OverrideEntry entry(AttemptRef attempt, String cluster, Instant now) {
    return new OverrideEntry(
        cluster, attempt.rolloutUid(), attempt.attempt(), attempt.version().generation(), now);
  }

  /** Acknowledges the clusters that a page lists for this version; others were not tried. */
  private BatchAnswer answer(
      BatchRun run,
      PolicyContext context,
      Map<String, OverrideEntry> listed,
      List<OverrideEntry> added,
      Map<String, String> refused,
      Instant now) {
    AttemptRef attempt = run.batch().attempt();
    Map<String, OverrideEntry> after = new HashMap<>(listed);
    added.stream()
        .filter(entry -> !refused.containsKey(entry.cluster()))
        .forEach(entry -> after.put(entry.cluster(), entry));
    after.values().removeIf(entry -> entry.generation() != attempt.version().generation());
    List<String> acknowledged = run.batch().clusters().stream().filter(after::containsKey).toList();
    Set<String> outOfReach = batches.outOfReach(attempt.policyName());
    Stream<Ack> written =
        acknowledged.stream().map(cluster -> ack(attempt, after.get(cluster), now));
    List<String> rejected =
        run.batch().clusters().stream()
            .filter(cluster -> refused.containsKey(cluster) && !after.containsKey(cluster))
            .toList();
    return new BatchAnswer(
        Stream.concat(
                written,
                rejected.stream().map(cluster -> Ack.refused(cluster, now, refused.get(cluster))))
            .toList(),
        acknowledged.stream()
            .filter(cluster -> current(context.root(), attempt))
            .flatMap(
                cluster ->
                    judge
                        .present(
                            attempt,
                            after.get(cluster),
                            listed.containsKey(cluster),
                            outOfReach.contains(cluster),
                            context)
                        .stream())
            .toList(),
        run.batch().clusters().stream()
            .filter(cluster -> !acknowledged.contains(cluster) && !rejected.contains(cluster))
            .toList());
  }

  /** A repeated call finds the entry of the first call, and returns its instant. */
  private static Ack ack(AttemptRef attempt, OverrideEntry entry, Instant now) {
    boolean own = entry.is(attempt.rolloutUid(), attempt.attempt());
    return Ack.written(entry.cluster(), own ? entry.at() : now, entry.attempt());
  }

  /** Returns whether the policy still has the version of the attempt. */
  static boolean current(Optional<RootPolicy> present, AttemptRef attempt) {
    return present
        .filter(root -> !root.disabled() && !root.deleting())
        .filter(root -> root.uid().equals(attempt.version().policyUid()))
        .filter(root -> root.generation() == attempt.version().generation())
        .isPresent();
  }

  /** What is taken off after an edit may enforce it: the controller looks what became of it. */
  private void note(BatchRun run, PolicyObjects objects, List<OverridePage> standing) {
    PolicyContext context = context(objects);
    Optional<RootPolicy> edited = context.root().filter(root -> !root.deleting());
    if (edited.isEmpty()) {
      return;
    }
    long generation = edited.get().generation();
    Map<String, OverrideEntry> listed = OverridePage.byCluster(standing);
    List<String> clusters =
        run.batch().clusters().stream()
            .filter(listed::containsKey)
            .filter(cluster -> listed.get(cluster).generation() != generation)
            .toList();
    if (!clusters.isEmpty()) {
      context.rollout().ifPresent(rollout -> notes.note(rollout, generation, clusters));
    }
  }

  private BatchAnswer withdraw(BatchRun run, PolicyObjects objects) {
    AttemptRef attempt = run.batch().attempt();
    List<OverridePage> standing =
        PageObjects.parse(attempt.policyName(), new OverrideNames(objects).pages());
    note(run, objects, standing);
    Map<String, String> refused =
        byCluster(
            pages.writeAccepted(
                doing(WITHDRAW, attempt),
                objects,
                PagePlanner.withdraw(standing, run.batch().clusters())),
            standing);
    Instant now = clock.instant();
    return new BatchAnswer(
        run.batch().clusters().stream()
            .map(
                cluster ->
                    Optional.ofNullable(refused.get(cluster))
                        .map(why -> Ack.refused(cluster, now, why))
                        .orElseGet(() -> Ack.written(cluster, now, attempt.attempt())))
            .toList(),
        List.of());
  }
}
