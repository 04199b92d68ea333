package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.evidence.Evidence;
import io.sluice.fleet.ClusterStatus;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.RootStatuses;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.plan.report.OverallStatus;
import io.sluice.policy.Compliance;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.propagation.Targets;
import io.sluice.rollout.PendingMode;
import io.sluice.status.RootStatus;
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
final class RootStatusReconciler {
  private final HubCaches caches;
  private final RootStatuses statuses;
  private final Evidence evidence;
  private final Duration every;
  private final Clock clock;
  private final Map<PolicyName, Instant> written = new ConcurrentHashMap<>();

  RootStatusReconciler(
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
    PolicyContext picture = PolicyContext.of(caches.facts(policy), now);
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

  private RootStatus status(PolicyName policy, PolicyContext picture) {
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
    Optional<RolloutStatusParser> told = picture.rollout().map(RolloutStatusParser::of);
    Map<String, ClusterStatus> words =
        new ClusterStatusRows(picture, evidence).of(targets.replicas(), replicas, clock.instant());
    return RootStatus.of(
        targets,
        compliance,
        words,
        targets.replicas().isEmpty()
            ? Optional.empty()
            : told.flatMap(RolloutStatusParser::rolloutStatus).or(() -> word(picture)));
  }

  /** The word until the run or the keeper has written one: nobody was started yet. */
  private static Optional<String> word(PolicyContext picture) {
    Optional<SettingsValidation> settings = picture.acceptance();
    return new OverallStatus(
            true,
            false,
            settings.flatMap(SettingsValidation::refusal).isPresent(),
            Optional.empty(),
            settings.map(SettingsValidation::mode).orElse(PendingMode.KEEP_PREVIOUS),
            settings.filter(SettingsValidation::atOnce).isPresent(),
            false)
        .word();
  }
}
