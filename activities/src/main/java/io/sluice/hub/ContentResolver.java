package io.sluice.hub;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.client.PendingReads;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.status.Claim;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

/**
 * Finds the content that an attempt writes, after a check that the attempt still owns the Rollout
 * object (rollout-strategy I12).
 *
 * <p>The content of an attempt is kept for {@link #FRESH}, as many batches of one wave need the
 * same; and as long as the policy stays as it is, if it depends on no other object. The claim is
 * read from the hub for each batch.
 */
final class ContentResolver {
  private static final Duration FRESH = Duration.ofSeconds(1);

  /** After a longer read the claim is checked again. */
  private static final Duration QUICK = Duration.ofSeconds(1);

  private static final String GONE = "the policy was deleted or disabled";

  private final HubReader reader;
  private final Revisions revisions;
  private final RequestPool pool;
  private final Duration patience;
  private final Clock clock;
  private final Map<PolicyName, Cached> cache = new ConcurrentHashMap<>();

  /**
   * The content of an attempt.
   *
   * @param basis what alone decides about it; empty if other objects do, too
   */
  private record Cached(
      AttemptRef attempt, VersionContent content, Instant readAt, Optional<Basis> basis) {}

  /** A spec cannot change without the generation; with its status a policy may have megabytes. */
  private record Basis(
      String uid,
      long generation,
      Map<String, String> labels,
      Map<String, String> annotations,
      long rolloutGeneration) {
    static Basis of(ObjectMeta policy, Optional<GenericKubernetesResource> rollout) {
      return new Basis(
          policy.getUid(),
          requireNonNullElse(policy.getGeneration(), 0L),
          requireNonNullElse(policy.getLabels(), Map.of()),
          requireNonNullElse(policy.getAnnotations(), Map.of()),
          rollout.map(HubObjects::generation).orElse(0L));
    }
  }

  /**
   * Creates a resolver.
   *
   * @param patience how long it waits for what it reads in parallel
   */
  ContentResolver(
      HubReader reader, Revisions revisions, RequestPool pool, Duration patience, Clock clock) {
    this.reader = reader;
    this.revisions = revisions;
    this.pool = pool;
    this.patience = patience;
    this.clock = clock;
  }

  /**
   * Holds the content to be written, or why there is none; the latter is no failure of the hub.
   *
   * @param generation the generation of the policy that has this content
   * @param never true when there never was such content, so that removal loses nothing
   */
  record Found(Optional<VersionContent> content, long generation, String why, boolean never) {
    private static Found of(Optional<VersionContent> content, long generation, String why) {
      return new Found(content, generation, why, false);
    }

    private static Found nothing(String why) {
      return of(Optional.empty(), 0, why);
    }

    /** The same content, as inform. */
    Found asInform() {
      return new Found(content.map(VersionContent::asInform), generation, why, never);
    }
  }

  /** Returns the attempt's own version. */
  Found version(String doing, AttemptRef attempt) {
    Instant now = clock.instant();
    Optional<VersionContent> cached = cached(attempt, now);
    if (cached.isPresent()) {
      checkClaim(doing, attempt);
      return Found.of(cached, attempt.version().generation(), "");
    }
    Optional<Found> unchanged = unchanged(doing, attempt, now);
    if (unchanged.isPresent()) {
      return unchanged.get();
    }
    try (PendingReads reads = pool.reads(patience)) {
      return whole(doing, attempt, reads, now);
    }
  }

  private Found whole(String doing, AttemptRef attempt, PendingReads reads, Instant now) {
    Future<Optional<Revision>> kept = kept(attempt, reads);
    PolicyContext context = context(attempt, reads, now);
    checkClaim(doing, attempt, context.rollout());
    if (!enabled(attempt, context.root())) {
      return Found.nothing(GONE);
    }
    Optional<Revision> revision = revision(attempt, context, reads, kept);
    Optional<VersionContent> content = revision.map(found -> context.content(found.snapshot()));
    Instant readAt = clock.instant();
    if (Duration.between(now, readAt).compareTo(QUICK) > 0) {
      checkClaim(doing, attempt);
    }
    content.ifPresent(
        read ->
            cache.put(
                attempt.policyName(),
                new Cached(attempt, read, readAt, basis(attempt, context, revision.get()))));
    return Found.of(
        content,
        attempt.version().generation(),
        "no ControllerRevision keeps generation %d of the policy, and the policy has moved on"
            .formatted(attempt.version().generation()));
  }

  /** Returns the kept content if the policy, which alone decides about it, is as it was. */
  private Optional<Found> unchanged(String doing, AttemptRef attempt, Instant now) {
    Optional<Cached> known = known(attempt).filter(entry -> entry.basis().isPresent());
    if (known.isEmpty()) {
      return Optional.empty();
    }
    PolicyName policy = attempt.policyName();
    Optional<Basis> present;
    try (PendingReads reads = pool.reads(patience)) {
      Future<Optional<ObjectMeta>> reading = reads.begin(() -> reader.metadata(policy));
      Optional<GenericKubernetesResource> rollout = checkClaim(doing, attempt);
      present =
          reads
              .answer(reading, "read policy " + policy)
              .map(metadata -> Basis.of(metadata, rollout));
    }
    Cached cached = known.get();
    if (!cached.basis().equals(present)) {
      return Optional.empty();
    }
    cache.put(policy, new Cached(attempt, cached.content(), now, cached.basis()));
    return Optional.of(Found.of(Optional.of(cached.content()), attempt.version().generation(), ""));
  }

  private static Optional<Basis> basis(
      AttemptRef attempt, PolicyContext context, Revision revision) {
    return context
        .root()
        .filter(root -> root.generation() == attempt.version().generation())
        .filter(root -> root.snapshot().equals(revision.snapshot()))
        .filter(root -> context.contentOfRootAlone())
        .flatMap(root -> context.objects().root())
        .map(policy -> Basis.of(policy.getMetadata(), context.rollout()));
  }

  private Optional<Cached> known(AttemptRef attempt) {
    return Optional.ofNullable(cache.get(attempt.policyName()))
        .filter(entry -> entry.attempt().equals(attempt));
  }

  private Optional<VersionContent> cached(AttemptRef attempt, Instant now) {
    return known(attempt)
        .filter(entry -> now.isBefore(entry.readAt().plus(FRESH)))
        .map(Cached::content);
  }

  /** Returns the version that was rolled out last with outcome Succeeded. */
  Found lastSuccessful(String doing, AttemptRef attempt) {
    PolicyContext context =
        PolicyContext.of(reader.read(attempt.policyName(), patience), clock.instant());
    checkClaim(doing, attempt, context.rollout());
    if (!enabled(attempt, context.root())) {
      return Found.nothing(GONE);
    }
    Optional<String> name = context.lastSuccessfulRevision();
    if (name.isEmpty()) {
      return new Found(Optional.empty(), 0, "no version was rolled out with success before", true);
    }
    Optional<Revision> revision = revisions.byName(attempt.policyName(), name.get());
    return Found.of(
        revision.map(found -> context.content(found.snapshot())),
        revision.map(Revision::generation).orElse(0L),
        "ControllerRevision %s, the last successful version, is gone".formatted(name.get()));
  }

  /** Returns the content that replicas are judged by; needs no claim, as nothing is written. */
  Optional<VersionContent> toJudge(AttemptRef attempt) {
    try (PendingReads reads = pool.reads(patience)) {
      Future<Optional<Revision>> kept = kept(attempt, reads);
      PolicyContext context = context(attempt, reads, clock.instant());
      return revision(attempt, context, reads, kept)
          .map(found -> context.content(found.snapshot()));
    }
  }

  private Future<Optional<Revision>> kept(AttemptRef attempt, PendingReads reads) {
    return reads.begin(() -> revisions.newestOf(attempt.policyName(), attempt.version()));
  }

  private PolicyContext context(AttemptRef attempt, PendingReads reads, Instant now) {
    return PolicyContext.of(reader.read(attempt.policyName(), reads), now);
  }

  /** The attempt's revision; made now if none has its content and the policy still does. */
  private Optional<Revision> revision(
      AttemptRef attempt,
      PolicyContext context,
      PendingReads reads,
      Future<Optional<Revision>> kept) {
    String doing = "read the revisions of policy " + attempt.policyName();
    return reads
        .answer(kept, doing)
        .or(
            () ->
                context
                    .root()
                    .filter(root -> root.uid().equals(attempt.version().policyUid()))
                    .filter(root -> root.generation() == attempt.version().generation())
                    .map(revisions::keep));
  }

  private Optional<GenericKubernetesResource> checkClaim(String doing, AttemptRef attempt) {
    Optional<GenericKubernetesResource> rollout =
        reader
            .rollout(attempt.policyName())
            .filter(object -> OwnerReferences.mayBe(object, attempt.version().policyUid()));
    checkClaim(doing, attempt, rollout);
    return rollout;
  }

  private static void checkClaim(
      String doing, AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    if (Claim.of(attempt, rollout) != HubSnapshot.ClaimState.HELD) {
      throw Claim.lost(doing, attempt, Claim.whyLost(attempt, rollout));
    }
  }

  /**
   * A policy that is deleted, or disabled, is not written; the run sees that in its next
   * observation.
   */
  private static boolean enabled(AttemptRef attempt, Optional<RootPolicy> present) {
    return present
        .filter(root -> root.uid().equals(attempt.version().policyUid()))
        .filter(root -> !root.disabled() && !root.deleting())
        .isPresent();
  }
}
