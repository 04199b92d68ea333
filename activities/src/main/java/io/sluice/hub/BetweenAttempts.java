package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.plan.strategy.Refusal;
import io.sluice.policy.Replica;
import io.sluice.upkeep.Acceptance;
import io.sluice.upkeep.AfterEnd;
import io.sluice.upkeep.Between;
import io.sluice.upkeep.Due;
import io.sluice.upkeep.DueFacts;
import io.sluice.upkeep.RolloutCondition;
import io.sluice.upkeep.RolloutConditions;
import io.sluice.upkeep.RolloutRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Writes where a rollout stands while no run is open: what the keeper has to say (rollout-strategy
 * 3.2, "Claim").
 */
public final class BetweenAttempts {
  private static final List<String> FIELDS =
      List.of("observedGeneration", "phase", "rolloutStatus", "waitingFor");

  private final DueFacts facts;
  private final Due due;
  private final HubPicture picture;
  private final Collection<Replica> replicas;
  private final Predicate<Replica> complies;

  /**
   * Prepares to tell, of one policy, what was judged of it.
   *
   * @param complies whether a replica proves that its cluster complies with the present version
   */
  public BetweenAttempts(
      DueFacts facts,
      Due due,
      HubPicture picture,
      Collection<Replica> replicas,
      Predicate<Replica> complies) {
    this.facts = facts;
    this.due = due;
    this.picture = picture;
    this.replicas = replicas;
    this.complies = complies;
  }

  /** The status that the object is to have. */
  Map<String, Object> status(GenericKubernetesResource object, Instant now) {
    long generation = HubObjects.generation(object);
    RolloutReading reading = RolloutReading.of(object);
    Between.Last last = reading.last(facts.root().version().policyUid());
    Between between = Between.of(facts, due, last);
    RolloutStatus status = new RolloutStatus();
    status.observedGeneration = generation;
    status.phase = between.phase().word();
    status.rolloutStatus = between.rolloutStatus().orElse(null);
    status.waitingFor = RolloutStatusTree.cut(between.waitingFor());
    RolloutStatusTree tree =
        RolloutStatusTree.of(RolloutStatusTree.status(object)).set(status, FIELDS);
    Optional<Refusal> refusal = facts.acceptance().flatMap(Acceptance::refusal);
    RolloutRecord record = last.record();
    tree.set(
        RolloutCondition.ACCEPTED,
        Optional.of(RolloutConditions.accepted(refusal)),
        generation,
        now);
    tree.set(
        RolloutCondition.RETRY_ACCEPTED,
        RolloutConditions.retry(record.retry(), record.rolloutUid(), record.end()),
        generation,
        now);
    if (record.generation() == facts.root().version().generation() && settled()) {
      reading
          .ended()
          .map(told -> AfterEnd.of(told, facts.fleet(), replicas, complies, now))
          .ifPresent(after -> enter(after, tree));
    }
    return approvals(tree, picture, generation, now).tree();
  }

  /** Who is about to leave counts as before, until its replica is gone. */
  private boolean settled() {
    return facts.fleet().incoherent().isEmpty() && facts.fleet().leaving().isEmpty();
  }

  private static void enter(AfterEnd after, RolloutStatusTree tree) {
    RolloutStatus status = new RolloutStatus();
    status.decisionGroups = after.groups().stream().map(StatusTranslation::group).toList();
    status.counts = StatusTranslation.counts(after.counts());
    status.exceptions = after.exceptions().stream().map(StatusTranslation::exception).toList();
    tree.set(status, List.of("decisionGroups", "counts", "exceptions"));
  }

  /** While a placement publishes, what was said of the groups before stands. */
  static RolloutStatusTree approvals(
      RolloutStatusTree tree, HubPicture picture, long generation, Instant now) {
    List<String> listed = SettingsReading.listed(picture.intent());
    if (!listed.isEmpty() && picture.declared().groups().isEmpty()) {
      return tree;
    }
    return tree.set(
        RolloutCondition.APPROVALS_MATCHED,
        RolloutConditions.approvals(listed, picture.declared()),
        generation,
        now);
  }
}
