package io.sluice.workflow;

import io.sluice.check.CheckRule;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.HubSnapshot.ClaimState;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Report;
import io.sluice.rollout.RootView;
import io.sluice.schedule.ScheduleSource;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A hub in memory: the claim of a Rollout and one replica a cluster. */
final class InMemoryHub implements HubActivities {
  private static final String OBSERVATIONS = "observations";
  private static final String ANSWER = "answer of ";
  private static final String DELETED = "deleted";
  private static final String STATUS = "status";
  private static final String INFORM = "-inform";

  private final Set<String> held = ConcurrentHashMap.newKeySet();
  private final Set<String> skipped = ConcurrentHashMap.newKeySet();
  private final AtomicInteger batches = new AtomicInteger();
  private final Supplier<Instant> clock;
  private final Map<String, Replica> replicas = new TreeMap<>();
  private final List<StatusUpdate> published = new ArrayList<>();
  private final List<String> writes = new ArrayList<>();
  private final List<Optional<Outcome>> outcomesAtTakeBack = new ArrayList<>();
  private List<DecisionGroup> groups = List.of();
  private RootView root;
  private Intent intent = Intent.NONE;
  private ScheduleSource schedule = ScheduleSource.NONE;
  private List<CheckRule> checks = List.of();
  private Optional<String> lastSuccessful = Optional.empty();
  private final Set<String> unreachable = new TreeSet<>();
  private volatile StatusUpdate publishing;
  private long attempt;
  private String rolloutUid = "";
  private boolean runOpen;

  InMemoryHub(Supplier<Instant> clock) {
    this.clock = clock;
  }

  /** The content that a cluster was given, and its last verdict. */
  private static final class Replica {
    private long attempt;
    private String content;
    private Instant at;
    private Verdict verdict = Verdict.SILENT;
  }

  synchronized void policy(long generation) {
    root =
        new RootView(
            new PolicyVersion("policy-uid", generation, "content-" + generation),
            false,
            false,
            true,
            "strategy",
            Optional.empty());
  }

  synchronized void strategyHash(String hash) {
    root =
        new RootView(
            root.version(), root.disabled(), false, root.staged(), hash, root.versionAnnotation());
  }

  synchronized void group(int index, String name, String... clusters) {
    List<DecisionGroup> next = new ArrayList<>(groups);
    next.add(new DecisionGroup(new GroupKey("placement", name, index), List.of(clusters)));
    groups = next;
  }

  synchronized List<GroupKey> groupKeys() {
    return groups.stream().map(DecisionGroup::key).toList();
  }

  synchronized void approveInSpec(String... names) {
    List<Intent.GroupApproval> approvals = new ArrayList<>();
    for (String name : names) {
      approvals.add(new Intent.GroupApproval(name, true));
    }
    intent = new Intent(approvals, false, Optional.empty(), false);
  }

  synchronized void checks(CheckRule... rules) {
    checks = List.of(rules);
  }

  synchronized void schedule(ScheduleSource source) {
    schedule = source;
  }

  synchronized void pauseInSpec(boolean paused) {
    intent = new Intent(intent.decisionGroups(), false, Optional.empty(), paused);
  }

  synchronized void abortInSpec(String rolloutUid) {
    intent =
        intent.with(
            Optional.of(new Intent.RequestedAbort(rolloutUid, Optional.of("sluice:ann"))),
            intent.skipped());
  }

  synchronized void skipInSpec(String rolloutUid, String cluster) {
    intent =
        intent.with(
            intent.abort(),
            List.of(new Intent.SkippedCluster(cluster, rolloutUid, Optional.of("sluice:ann"))));
  }

  /** A version that was rolled out with success before, and that these clusters have. */
  synchronized void succeededBefore(String content, String... clusters) {
    lastSuccessful = Optional.of(content);
    for (String cluster : clusters) {
      Replica replica = new Replica();
      replica.content = content;
      replica.at = clock.get();
      replicas.put(cluster, replica);
    }
  }

  /** A cluster joins the last group. */
  synchronized void join(String cluster) {
    List<DecisionGroup> next = new ArrayList<>(groups);
    DecisionGroup last = next.remove(next.size() - 1);
    List<String> clusters = new ArrayList<>(last.clusters());
    clusters.add(cluster);
    next.add(new DecisionGroup(last.key(), clusters));
    groups = next;
  }

  /** No placement selects the cluster any more; its replica is removed. */
  synchronized void leave(String cluster) {
    List<DecisionGroup> next = new ArrayList<>();
    for (DecisionGroup group : groups) {
      next.add(
          new DecisionGroup(
              group.key(),
              group.clusters().stream().filter(name -> !name.equals(cluster)).toList()));
    }
    groups = next;
    replicas.remove(cluster);
  }

  /** A cluster becomes unreachable. */
  synchronized void makeUnreachable(String cluster) {
    unreachable.add(cluster);
  }

  synchronized PolicyVersion version() {
    return root.version();
  }

  /** Sets a cluster's verdict; returns the report that the controller would send. */
  synchronized Report answer(String cluster, Verdict verdict) {
    Replica replica = replicas.get(cluster);
    replica.verdict = verdict;
    return report(cluster, replica);
  }

  /** Returns what the controller would send on a replica that informs until its cluster's turn. */
  synchronized Report shows(String cluster, Verdict verdict) {
    String content = replicas.get(cluster).content.replace(INFORM, "");
    return Report.pending(cluster, content, verdict, clock.get());
  }

  private Report report(String cluster, Replica replica) {
    return new Report(
        cluster,
        replica.attempt,
        replica.content,
        replica.verdict,
        false,
        unreachable.contains(cluster),
        clock.get().toEpochMilli());
  }

  /** Deletes a replica, as by hand; returns the report that the controller would send. */
  synchronized Report vanish(String cluster) {
    replicas.remove(cluster);
    return Report.replicaGone(cluster, clock.get());
  }

  /** Returns when the replica of a cluster was dispatched, as it names it. */
  synchronized Instant dispatchedAt(String cluster) {
    return replicas.get(cluster).at;
  }

  synchronized List<String> writes() {
    return List.copyOf(writes);
  }

  /** Returns which outcome the status showed at each batch that took writes back. */
  synchronized List<Optional<Outcome>> outcomesAtTakeBack() {
    return List.copyOf(outcomesAtTakeBack);
  }

  synchronized List<StatusUpdate> published() {
    return List.copyOf(published);
  }

  synchronized StatusUpdate lastPublished() {
    return published.get(published.size() - 1);
  }

  synchronized boolean runOpen() {
    return runOpen;
  }

  synchronized Map<String, String> contents() {
    Map<String, String> contents = new TreeMap<>();
    replicas.forEach((cluster, replica) -> contents.put(cluster, replica.content));
    return contents;
  }

  @Override
  public synchronized ClaimAnswer claim(AttemptRef ref) {
    if (attempt == ref.attempt() && rolloutUid.equals(ref.rolloutUid())) {
      return ClaimAnswer.held();
    }
    if (attempt != ref.attempt() - 1 || runOpen) {
      return ClaimAnswer.refused("attempt %d holds it".formatted(attempt));
    }
    attempt = ref.attempt();
    rolloutUid = ref.rolloutUid();
    runOpen = true;
    return ClaimAnswer.held();
  }

  @Override
  public HubSnapshot observe(AttemptRef ref) {
    awaitRelease(Set.of(OBSERVATIONS));
    return observeNow(ref);
  }

  private synchronized HubSnapshot observeNow(AttemptRef ref) {
    ClaimState claim = rolloutUid.equals(ref.rolloutUid()) ? ClaimState.HELD : ClaimState.LOST;
    if (rolloutUid.equals(DELETED)) {
      claim = ClaimState.DELETED;
    }
    return new HubSnapshot(claim, Optional.ofNullable(root), Optional.empty(), intent, fleet())
        .scheduled(schedule.at(clock.get()))
        .checked(checks);
  }

  private FleetView fleet() {
    List<String> withoutReplica =
        lastSuccessful.isEmpty()
            ? List.of()
            : groups.stream()
                .flatMap(group -> group.clusters().stream())
                .filter(cluster -> !replicas.containsKey(cluster))
                .toList();
    return new FleetView(groups, Optional.empty(), List.of(), List.of(), withoutReplica, List.of());
  }

  /** The Rollout object is deleted, and no signal tells that. */
  synchronized void deleteRollout() {
    rolloutUid = DELETED;
  }

  /** From now on a batch with this cluster gets no answer. */
  void hold(String cluster) {
    held.add(cluster);
  }

  /** From now on nothing that is read of the policy is answered. */
  void holdObservations() {
    held.add(OBSERVATIONS);
  }

  /** From now on a batch with this cluster writes it, and gets no answer. */
  void holdAnswer(String cluster) {
    held.add(ANSWER + cluster);
  }

  void release() {
    held.clear();
  }

  /** The next batch with this cluster ends before its turn. */
  void skipOnce(String cluster) {
    skipped.add(cluster);
  }

  int batches() {
    return batches.get();
  }

  private void awaitRelease(Collection<String> names) {
    WorkflowPatience.await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> names.stream().noneMatch(held::contains));
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    batches.incrementAndGet();
    awaitRelease(batch.clusters());
    BatchAnswer answer = dispatchNow(batch);
    awaitRelease(batch.clusters().stream().map(ANSWER::concat).toList());
    return answer;
  }

  private synchronized BatchAnswer dispatchNow(Batch batch) {
    checkClaim(batch.attempt());
    List<Ack> acks = new ArrayList<>();
    List<Report> reports = new ArrayList<>();
    List<String> notTried = batch.clusters().stream().filter(skipped::remove).toList();
    for (String cluster : batch.clusters().stream().filter(c -> !notTried.contains(c)).toList()) {
      String content = batch.attempt().version().contentHash();
      Replica replica = replicas.get(cluster);
      if (replica == null || !replica.content.equals(content)) {
        replica = new Replica();
        replica.attempt = batch.attempt().attempt();
        replica.content = content;
        replica.at = batch.dispatchedAt().getOrDefault(cluster, clock.get());
        replicas.put(cluster, replica);
        writes.add(cluster + " " + content);
      } else {
        reports.add(report(cluster, replica));
      }
      acks.add(Ack.written(cluster, replica.at, replica.attempt));
    }
    return new BatchAnswer(acks, reports, notTried);
  }

  /** Overwrites whatever the clusters have. */
  @Override
  public synchronized BatchAnswer provide(PendingContentBatch pending) {
    Batch batch = pending.batch();
    checkClaim(batch.attempt());
    boolean inform = pending.content() == Action.Provide.Content.INFORM;
    return given(batch, inform ? inform(batch) : lastSuccessful.orElseThrow());
  }

  @Override
  public synchronized BatchAnswer takeBack(Batch batch) {
    checkClaim(batch.attempt());
    outcomesAtTakeBack.add(lastPublished().progress().outcome());
    return given(
        batch, batch.attempt().informFirst() ? inform(batch) : lastSuccessful.orElseThrow());
  }

  private static String inform(Batch batch) {
    return batch.attempt().version().contentHash() + INFORM;
  }

  private BatchAnswer given(Batch batch, String content) {
    for (String cluster : batch.clusters()) {
      Replica replica = new Replica();
      replica.attempt = batch.attempt().attempt();
      replica.content = content;
      replica.at = clock.get();
      replicas.put(cluster, replica);
      writes.add(cluster + " " + content);
    }
    return new BatchAnswer(
        batch.clusters().stream()
            .map(name -> Ack.written(name, clock.get(), batch.attempt().attempt()))
            .toList(),
        List.of());
  }

  @Override
  public synchronized LookAnswer look(Batch batch) {
    return new LookAnswer(
        batch.clusters().stream().map(name -> report(name, replicas.get(name))).toList());
  }

  /** From now on no write of the status is answered. */
  void holdStatus() {
    held.add(STATUS);
  }

  @Override
  public void publish(StatusUpdate update) {
    publishing = update;
    awaitRelease(Set.of(STATUS));
    publishNow(update);
  }

  /** Returns whether the latest write of the status that was requested is made. */
  synchronized boolean statusWritten() {
    return !published.isEmpty() && lastPublished() == publishing;
  }

  /** Returns whether the last write of a run was requested. */
  boolean closing() {
    return publishing != null && !publishing.runOpen();
  }

  private synchronized void publishNow(StatusUpdate update) {
    checkClaim(update.attempt());
    published.add(update);
    runOpen = update.runOpen();
  }

  private void checkClaim(AttemptRef ref) {
    if (!rolloutUid.equals(ref.rolloutUid())) {
      throw ApplicationFailure.newNonRetryableFailure("another attempt holds it", CLAIM_LOST);
    }
  }
}
