package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverrideRelease;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.run.FleetNotifier;
import io.sluice.control.run.LiveSelection;
import io.sluice.control.run.LookInterval;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.control.run.Presence;
import io.sluice.control.run.RunKey;
import io.sluice.control.run.RunSignals;
import io.sluice.control.run.Runs;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Signals the open run of a policy what changed on the hub since its last signal, and has {@link
 * VerdictSender} open its verdicts.
 *
 * <p>It works apart from the writes to the hub: while those fail, a run still gets what it must
 * know.
 */
public final class RunNotifier {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final HubCaches caches;
  private final AttemptSupport support;
  private final Runs runs;
  private final RunSignals signals;
  private final OrphanedRuns orphans;
  private final VerdictSender verdicts;
  private final SoakedClusters soaked;
  private final Consumer<PolicyName> released;
  private final Clock clock;
  private final PageChanges pages = new PageChanges();
  private final LedgerChanges ledgers = new LedgerChanges();

  /** The groups that no cluster was started of when the last pass judged by them. */
  private final Map<PolicyName, Set<GroupKey>> untouched = new ConcurrentHashMap<>();

  private final FleetNotifier departures;
  private final LiveSelection live;

  /**
   * Creates a notifier.
   *
   * @param departures notifies runs of the clusters that have left
   * @param live reads live which clusters are selected
   * @param released is given policies with clusters whose soak is over, to release them
   */
  public RunNotifier(
      HubCaches caches,
      AttemptSupport support,
      Runs runs,
      OrphanedRuns orphans,
      VerdictSender verdicts,
      FleetNotifier departures,
      LiveSelection live,
      SoakedClusters soaked,
      Consumer<PolicyName> released,
      Clock clock) {
    this.departures = departures;
    this.live = live;
    this.caches = caches;
    this.support = support;
    this.runs = runs;
    this.signals = new RunSignals(runs);
    this.orphans = orphans;
    this.verdicts = verdicts;
    this.soaked = soaked;
    this.released = released;
    this.clock = clock;
  }

  /**
   * Notifies the open run of a policy, if there is one.
   *
   * @return when to do so again without a change on the hub
   * @throws RuntimeException when Temporal cannot be reached
   */
  public Optional<Instant> reconcile(PolicyName policy) {
    Instant now = clock.instant();
    Optional<GenericKubernetesResource> open =
        caches.rollout(policy).filter(RolloutStatusTree::open);
    if (open.isEmpty()) {
      verdicts.close(policy);
      signals.forget(policy);
      pages.forget(policy);
      ledgers.forget(policy);
      untouched.remove(policy);
      departures.forget(policy);
      return orphans.reconcile(policy, now);
    }
    orphans.expect(policy);
    RolloutStatusParser rollout = RolloutStatusParser.of(open.get());
    Optional<RunKey> found = signals.find(policy, rollout.rolloutUid(), rollout.attempt(), now);
    if (found.isEmpty()) {
      return Optional.of(now.plus(RETRY));
    }
    RunKey run = found.get();
    PolicyContext context = PolicyContext.of(caches.objects(policy), now);
    Map<String, CachedReplica> replicas = caches.view().replicas(policy);
    HubSnapshot hub =
        context
            .view(
                HubSnapshot.ClaimState.HELD, replicas.keySet(), support.unknown(context, replicas))
            .silent(caches.propagatorSilentSince());
    Set<String> members = clusters(hub.fleet().groups().stream());
    Set<GroupKey> waiting = RolloutStatusTree.untouched(open.get());
    untouched.put(policy, waiting);
    verdicts.open(policy, run, basis(context, hub, members, waiting, rollout));
    if (context.objects().way() == StagingWay.OVERRIDE) {
      pages.since(context.objects()).forEach(cluster -> verdicts.judge(policy, cluster));
    }
    ledgers.since(context).forEach(cluster -> verdicts.judge(policy, cluster));
    boolean first = signals.first(policy, run);
    boolean signalled = signals.send(policy, run, hub);
    if (first && context.objects().way() == StagingWay.OVERRIDE) {
      verdicts.expect(policy, dispatched(policy));
    }
    if (soaked.refresh(context)) {
      released.accept(policy);
    }
    Instant again = now.plus(signalled ? LookInterval.of(untouched.size()) : RETRY);
    if (!signalled || hub.fleet().incoherent().isPresent() || hub.root().isEmpty()) {
      return Optional.of(again);
    }
    Instant next = departures.update(policy, run, selection(policy, context, members), now);
    return Optional.of(next.isBefore(again) ? next : again);
  }

  /** Returns whether the status shows that other groups have begun than the last pass has seen. */
  public boolean behind(PolicyName policy) {
    return caches
        .rollout(policy)
        .map(RolloutStatusTree::untouched)
        .filter(present -> !present.equals(untouched.get(policy)))
        .isPresent();
  }

  private FleetNotifier.Selection selection(
      PolicyName policy, PolicyContext context, Set<String> members) {
    return new FleetNotifier.Selection(
        union(members, context.closing()),
        cluster -> Presence.of(caches.managedCluster(cluster)),
        () -> live.unselected(policy),
        support.undoneRepairs(policy));
  }

  private static Set<String> union(Set<String> members, Set<String> closing) {
    if (closing.isEmpty()) {
      return members;
    }
    Set<String> all = new HashSet<>(members);
    all.addAll(closing);
    return all;
  }

  /**
   * The clusters in flight, whose dispatch must be on a page. Those that have ended may have been
   * released already, as those that a small rollout carries over.
   */
  private Set<String> dispatched(PolicyName policy) {
    return runs.ledger(policy).stream()
        .flatMap(Ledger::written)
        .filter(row -> !row.ended())
        .map(Ledger.Row::cluster)
        .collect(Collectors.toSet());
  }

  private static VerdictBasis basis(
      PolicyContext context,
      HubSnapshot hub,
      Set<String> members,
      Set<GroupKey> untouched,
      RolloutStatusParser rollout) {
    Optional<VerdictBasis.RolledOut> rolledOut =
        context
            .root()
            .map(
                root ->
                    new VerdictBasis.RolledOut(
                        context.content(root.snapshot()), context.version().orElseThrow()));
    boolean releases = context.release() == OverrideRelease.PER_CLUSTER;
    boolean replicated = hub.root().filter(root -> root.staged() && !root.disabled()).isPresent();
    if (!replicated) {
      return new VerdictBasis(context.objects().way(), rolledOut, Set.of(), Set.of(), releases, 0);
    }
    return new VerdictBasis(
        context.objects().way(),
        rolledOut,
        members,
        clusters(hub.fleet().groups().stream().filter(group -> !untouched.contains(group.key()))),
        releases,
        shown(rollout.groups()));
  }

  private static long shown(List<RolloutStatus.Group> groups) {
    return groups.stream()
        .map(RolloutStatus.Group::inform)
        .filter(Objects::nonNull)
        .mapToLong(counts -> counts.comply() + counts.wouldChange())
        .sum();
  }

  private static Set<String> clusters(Stream<DecisionGroup> groups) {
    return Collections.unmodifiableSet(
        groups.flatMap(group -> group.clusters().stream()).collect(Collectors.toSet()));
  }
}
