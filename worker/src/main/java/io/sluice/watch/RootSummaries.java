package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ClusterStatus;
import io.sluice.hub.HubPicture;
import io.sluice.hub.RolloutReading;
import io.sluice.hub.RootPolicy;
import io.sluice.hub.RootStatuses;
import io.sluice.plan.Mode;
import io.sluice.plan.RootWord;
import io.sluice.policy.Compliance;
import io.sluice.policy.Evidence;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.upkeep.Acceptance;
import io.sluice.upkeep.RootStatus;
import io.sluice.upkeep.Targets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sums up on each root policy what its clusters say (policy-propagation 9).
 *
 * <p>The first change is written at once, then at most one write per root in five seconds: consoles
 * slow down for a policy that changes more often.
 */
final class RootSummaries {
  private final HubCaches caches;
  private final RootStatuses statuses;
  private final Evidence evidence;
  private final Duration every;
  private final Clock clock;
  private final Map<PolicyName, Instant> written = new ConcurrentHashMap<>();

  RootSummaries(
      HubCaches caches, RootStatuses statuses, Evidence evidence, Duration every, Clock clock) {
    this.caches = caches;
    this.statuses = statuses;
    this.evidence = evidence;
    this.every = every;
    this.clock = clock;
  }

  /** Writes the status if it changed; answers when to come again, if it is too early for that. */
  Optional<Instant> sumUp(PolicyName policy) {
    Instant now = clock.instant();
    HubPicture picture = HubPicture.of(caches.facts(policy), now);
    if (picture.root().isEmpty()) {
      written.remove(policy);
      return Optional.empty();
    }
    Map<String, Object> status = status(policy, picture).toTree();
    Optional<GenericKubernetesResource> seen = caches.replicas().root(policy);
    if (seen.isEmpty() || RootStatuses.upToDate(seen.get(), status)) {
      return Optional.empty();
    }
    Instant earliest = written.getOrDefault(policy, Instant.EPOCH).plus(every);
    if (earliest.isAfter(now)) {
      return Optional.of(earliest);
    }
    if (!statuses.write(seen.get(), status)) {
      return Optional.of(now.plusMillis(100));
    }
    written.put(policy, now);
    return Optional.empty();
  }

  private RootStatus status(PolicyName policy, HubPicture picture) {
    RootPolicy root = picture.root().orElseThrow();
    Targets targets = picture.targets(root.snapshot());
    List<Replica> replicas =
        caches.replicas().replicas(policy).values().stream().map(known -> known.replica()).toList();
    Map<String, Compliance> compliance = new TreeMap<>();
    replicas.forEach(
        replica -> replica.compliant().ifPresent(word -> compliance.put(replica.cluster(), word)));
    if (!picture.strategy().staged() && !picture.strategyDropped()) {
      return RootStatus.of(targets, compliance, Map.of(), Optional.empty());
    }
    Optional<RolloutReading> told = picture.rollout().map(RolloutReading::of);
    Map<String, ClusterStatus> words =
        new RowWords(picture, evidence).of(targets.replicas(), replicas, clock.instant());
    return RootStatus.of(
        targets,
        compliance,
        words,
        targets.replicas().isEmpty()
            ? Optional.empty()
            : told.flatMap(RolloutReading::rolloutStatus).or(() -> word(picture)));
  }

  /** The word until the run or the keeper has written one: nobody was started yet. */
  private static Optional<String> word(HubPicture picture) {
    Optional<Acceptance> settings = picture.acceptance();
    return new RootWord(
            true,
            false,
            settings.flatMap(Acceptance::refusal).isPresent(),
            Optional.empty(),
            settings.map(Acceptance::mode).orElse(Mode.KEEP_PREVIOUS),
            settings.filter(Acceptance::atOnce).isPresent(),
            false)
        .word();
  }
}
