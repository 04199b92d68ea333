package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.status.Claim;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Finds what an attempt is to write, once the hub has said that it still may (rollout-strategy
 * I12).
 */
final class ContentResolver {
  private final HubReader reader;
  private final Revisions revisions;
  private final ContentCache recent = new ContentCache();
  private final Clock clock;

  ContentResolver(HubReader reader, Revisions revisions, Clock clock) {
    this.reader = reader;
    this.revisions = revisions;
    this.clock = clock;
  }

  /**
   * A version to be written, or why there is none; that is not the hub's failure.
   *
   * @param generation the policy's generation that it is
   * @param never true where there never was one, so that nobody misses what goes
   */
  record Found(Optional<VersionContent> content, long generation, String why, boolean never) {
    private static Found of(Optional<VersionContent> content, long generation, String why) {
      return new Found(content, generation, why, false);
    }

    private static Found nothing(String why) {
      return of(Optional.empty(), 0, why);
    }
  }

  /** The attempt's own version. */
  Found version(String doing, AttemptRef attempt) {
    Instant now = clock.instant();
    long generation = attempt.version().generation();
    Optional<VersionContent> known = recent.of(attempt, now);
    if (known.isPresent()) {
      checkClaim(
          doing,
          attempt,
          reader
              .rollout(attempt.policy())
              .filter(object -> OwnerReferences.mayBe(object, attempt.version().policyUid())));
      return Found.of(known, generation, "");
    }
    PolicyContext picture = picture(attempt, now);
    checkClaim(doing, attempt, picture.rollout());
    if (!wanted(attempt, picture)) {
      return Found.nothing("the policy was deleted or disabled");
    }
    Optional<VersionContent> content = content(attempt, picture);
    content.ifPresent(read -> recent.remember(attempt, read, now));
    return Found.of(
        content,
        generation,
        "no ControllerRevision keeps generation %d of the policy, and the policy has moved on"
            .formatted(generation));
  }

  /** The version that was rolled out last with success. */
  Found lastSuccessful(String doing, AttemptRef attempt) {
    PolicyContext picture = picture(attempt, clock.instant());
    checkClaim(doing, attempt, picture.rollout());
    if (!wanted(attempt, picture)) {
      return Found.nothing("the policy was deleted or disabled");
    }
    Optional<String> name = picture.lastSuccessfulRevision();
    if (name.isEmpty()) {
      return new Found(Optional.empty(), 0, "no version was rolled out with success before", true);
    }
    Optional<Revision> revision = revisions.byName(attempt.policy(), name.get());
    return Found.of(
        revision.map(found -> picture.content(found.snapshot())),
        revision.map(Revision::generation).orElse(0L),
        "ControllerRevision %s, the last successful version, is gone".formatted(name.get()));
  }

  /** What replicas are judged by; needs no claim, as nothing is written. */
  Optional<VersionContent> toJudge(AttemptRef attempt) {
    return content(attempt, picture(attempt, clock.instant()));
  }

  private PolicyContext picture(AttemptRef attempt, Instant now) {
    return PolicyContext.of(reader.read(attempt.policy()), now);
  }

  private Optional<VersionContent> content(AttemptRef attempt, PolicyContext picture) {
    return revision(attempt, picture).map(revision -> picture.content(revision.snapshot()));
  }

  /** The attempt's content; kept now, if nobody has done so and the policy still has it. */
  private Optional<Revision> revision(AttemptRef attempt, PolicyContext picture) {
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

  private static void checkClaim(
      String doing, AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    if (Claim.of(attempt, rollout) != HubSnapshot.Claim.HELD) {
      throw Claim.lost(doing, attempt, Claim.whyLost(attempt, rollout));
    }
  }

  /** Nobody may be given a policy that people took away; the run learns it by its next look. */
  private static boolean wanted(AttemptRef attempt, PolicyContext picture) {
    return picture
        .root()
        .filter(root -> root.uid().equals(attempt.version().policyUid()))
        .filter(root -> !root.disabled())
        .isPresent();
  }
}
