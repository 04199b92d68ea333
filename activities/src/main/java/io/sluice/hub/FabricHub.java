package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.plan.Ack;
import io.sluice.plan.HubView;
import io.sluice.plan.Report;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Evidence;
import io.sluice.policy.PolicyName;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.Batch;
import io.sluice.workflow.BatchAnswer;
import io.sluice.workflow.ClaimAnswer;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.LookAnswer;
import io.sluice.workflow.Provision;
import io.sluice.workflow.StatusUpdate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Answers the ports of a rollout from a hub.
 *
 * <p>Stateless apart from what informers keep in the {@link ReplicaStore}, which saves reads and
 * decides nothing: any worker process can take the next call of any attempt. {@link
 * RolloutStatusPort} claims and publishes.
 */
public final class FabricHub implements HubActivities {
  private final HubApi hub;
  private final HubReader reader;
  private final ReplicaStore store;
  private final ReplicaWriter writer;
  private final Revisions revisions;
  private final RolloutStatusPort rollouts;
  private final Fanout fanout;
  private final Judging judging;
  private final Heartbeat heartbeat;
  private final RecentContent recent = new RecentContent();
  private final Clock clock;

  /**
   * Connects the ports with a hub.
   *
   * @param store what the informer over policies of this process keeps
   * @param fanout shared by everything in the process that writes to the hub
   */
  public FabricHub(
      KubernetesClient client, ReplicaStore store, Fanout fanout, Evidence evidence, Clock clock) {
    this(client, store, fanout, evidence, clock, Heartbeat.ofActivity());
  }

  FabricHub(
      KubernetesClient client,
      ReplicaStore store,
      Fanout fanout,
      Evidence evidence,
      Clock clock,
      Heartbeat heartbeat) {
    this.hub = new HubApi(client);
    this.reader = new HubReader(client, fanout);
    this.store = requireNonNull(store, "store is null");
    this.writer = new ReplicaWriter(client, clock);
    this.revisions = new Revisions(client);
    this.rollouts = new RolloutStatusPort(client, revisions, clock);
    this.fanout = requireNonNull(fanout, "fanout is null");
    this.judging = new Judging(evidence);
    this.heartbeat = heartbeat;
    this.clock = clock;
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return rollouts.claim(attempt);
  }

  @Override
  public HubView observe(AttemptRef attempt) {
    HubPicture picture = HubPicture.of(reader.read(attempt.policy()), clock.instant());
    return picture.view(
        Claim.of(attempt, picture.rollout()), store.replicas(attempt.policy()).keySet());
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    AttemptRef attempt = batch.attempt();
    Found found = contentUnderTheClaim(attempt);
    if (found.content().isEmpty()) {
      return refused(batch, found.why());
    }
    VersionContent content = found.content().get();
    List<Result> results =
        fanout.each(
            batch.clusters(),
            cluster -> dispatch(attempt, cluster, content),
            done -> heartbeat.beat(done, batch.clusters().size()));
    return new BatchAnswer(
        results.stream().map(Result::ack).toList(),
        results.stream().flatMap(result -> result.report().stream()).toList());
  }

  /** The content to be written, or why there is none; that is not the hub's failure. */
  private record Found(Optional<VersionContent> content, String why) {}

  /** What the attempt writes; the hub is asked by every batch whether it still may (I12). */
  private Found contentUnderTheClaim(AttemptRef attempt) {
    Instant now = clock.instant();
    Optional<VersionContent> known = recent.of(attempt, now);
    if (known.isPresent()) {
      checkClaim(
          attempt,
          reader
              .rollout(attempt.policy())
              .filter(object -> Owner.mayBe(object, attempt.version().policyUid())));
      return new Found(known, "");
    }
    HubPicture picture = HubPicture.of(reader.read(attempt.policy()), now);
    checkClaim(attempt, picture.rollout());
    if (!wanted(attempt, picture)) {
      return new Found(Optional.empty(), "the policy was deleted or disabled");
    }
    Optional<VersionContent> content =
        revision(attempt, picture).map(revision -> picture.content(revision.snapshot()));
    content.ifPresent(read -> recent.remember(attempt, read, now));
    return new Found(
        content,
        "no ControllerRevision keeps generation %d of the policy, and the policy has moved on"
            .formatted(attempt.version().generation()));
  }

  private static void checkClaim(AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    if (Claim.of(attempt, rollout) != HubView.Claim.HELD) {
      throw ClaimFailures.lost("dispatch", attempt, Claim.whyLost(attempt, rollout));
    }
  }

  @Override
  public BatchAnswer provide(Provision provision) {
    throw new IllegalStateException("mode I and newcomers are not carried out yet");
  }

  @Override
  public BatchAnswer takeBack(Batch batch) {
    throw new IllegalStateException("take-back is not carried out yet");
  }

  @Override
  public LookAnswer look(Batch batch) {
    AttemptRef attempt = batch.attempt();
    HubPicture picture = HubPicture.of(reader.read(attempt.policy()), clock.instant());
    Optional<VersionContent> content =
        revision(attempt, picture).map(revision -> picture.content(revision.snapshot()));
    return new LookAnswer(
        fanout.each(
            batch.clusters(),
            cluster -> look(attempt, cluster, content),
            done -> heartbeat.beat(done, batch.clusters().size())));
  }

  @Override
  public void publish(StatusUpdate update) {
    rollouts.publish(
        update, () -> HubPicture.of(reader.read(update.attempt().policy()), clock.instant()));
  }

  /** An acknowledgement, and the verdict of a replica that was left unwritten. */
  private record Result(Ack ack, Optional<Report> report) {}

  private Result dispatch(AttemptRef attempt, String cluster, VersionContent content) {
    Stamp stamp =
        Stamp.of(
            attempt.rolloutUid(),
            attempt.attempt(),
            attempt.version().generation(),
            Dispatch.As.DISPATCHED);
    Wish wish = Wish.of(attempt.policy(), cluster, content, stamp);
    Written written = writer.write(wish, store.replica(attempt.policy(), cluster));
    Instant now = clock.instant();
    return switch (written.kind()) {
      case REFUSED -> new Result(Ack.refused(cluster, now, written.why()), Optional.empty());
      case OVERTAKEN ->
          throw ClaimFailures.lost("write cluster " + cluster, attempt, written.why());
      case CREATED, UPDATED, UNCHANGED, DELETED -> taken(attempt, content, written, now);
    };
  }

  private Result taken(AttemptRef attempt, VersionContent content, Written written, Instant now) {
    KnownReplica known = written.replica().orElseThrow();
    Optional<Dispatch> dispatch = known.replica().dispatch();
    boolean ours =
        dispatch
            .filter(found -> found.attempt() == attempt.attempt())
            .filter(found -> found.rolloutUid().equals(attempt.rolloutUid()))
            .isPresent();
    Ack ack =
        Ack.written(
            known.replica().cluster(),
            ours ? dispatch.get().at() : now,
            dispatch.map(Dispatch::attempt).orElse(0L));
    if (written.kind() != Written.Kind.UNCHANGED) {
      return new Result(ack, Optional.empty());
    }
    boolean unreachable = unreachable(known.replica().cluster());
    return new Result(
        ack,
        Optional.of(judging.report(known.replica(), content, attempt.version(), unreachable, now)));
  }

  private Report look(AttemptRef attempt, String cluster, Optional<VersionContent> content) {
    PolicyName policy = attempt.policy();
    boolean unreachable = unreachable(cluster);
    Optional<KnownReplica> known = writer.read(policy, cluster);
    Instant now = clock.instant();
    if (known.isEmpty() || content.isEmpty()) {
      return Judging.nothing(cluster, attempt.attempt(), attempt.version(), unreachable, now);
    }
    return judging.report(
        known.get().replica(), content.get(), attempt.version(), unreachable, now);
  }

  private boolean unreachable(String cluster) {
    return Reachability.unreachable(hub.get(Kinds.MANAGED_CLUSTER, "", cluster));
  }

  /** The attempt's content; kept now, if nobody has done so and the policy still has it. */
  private Optional<Revision> revision(AttemptRef attempt, HubPicture picture) {
    return revisions
        .newestOf(attempt.policy(), attempt.version())
        .or(
            () ->
                picture
                    .root()
                    .filter(root -> root.uid().equals(attempt.version().policyUid()))
                    .filter(root -> root.generation() == attempt.version().generation())
                    .map(revisions::keep));
  }

  /** Nobody may be given a policy that people took away; the run learns it by its next look. */
  private static boolean wanted(AttemptRef attempt, HubPicture picture) {
    return picture
        .root()
        .filter(root -> root.uid().equals(attempt.version().policyUid()))
        .filter(root -> !root.disabled())
        .isPresent();
  }

  private BatchAnswer refused(Batch batch, String why) {
    Instant now = clock.instant();
    return new BatchAnswer(
        batch.clusters().stream().map(cluster -> Ack.refused(cluster, now, why)).toList(),
        List.of());
  }
}
