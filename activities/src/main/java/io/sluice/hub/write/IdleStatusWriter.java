package io.sluice.hub.write;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.SettingsParser;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.lifecycle.DueDecision;
import io.sluice.lifecycle.DueInput;
import io.sluice.lifecycle.RolloutRecord;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.policy.Replica;
import io.sluice.status.EndedAttemptStatus;
import io.sluice.status.IdleStatus;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import io.sluice.strategy.Refusal;
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
public final class IdleStatusWriter {
  private final DueInput facts;
  private final DueDecision due;
  private final PolicyContext picture;
  private final Collection<Replica> replicas;
  private final Predicate<Replica> complies;

  /**
   * Prepares to tell, of one policy, what was judged of it.
   *
   * @param complies whether a replica proves that its cluster complies with the present version
   */
  public IdleStatusWriter(
      DueInput facts,
      DueDecision due,
      PolicyContext picture,
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
    RolloutStatusParser reading = RolloutStatusParser.of(object);
    IdleStatus.Last last = reading.last(facts.root().version().policyUid());
    IdleStatus between = IdleStatus.of(facts, due, last);
    RolloutStatusTree tree =
        RolloutStatusMapper.idle(RolloutStatusTree.status(object), between, generation);
    Optional<Refusal> refusal = facts.acceptance().flatMap(SettingsValidation::refusal);
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
          .map(told -> EndedAttemptStatus.of(told, facts.fleet(), replicas, complies, now))
          .ifPresent(after -> RolloutStatusMapper.ended(tree, after));
    }
    return approvals(tree, picture, generation, now).tree();
  }

  /** Who is about to leave counts as before, until its replica is gone. */
  private boolean settled() {
    return facts.fleet().incoherent().isEmpty() && facts.fleet().leaving().isEmpty();
  }

  /** While a placement publishes, what was said of the groups before stands. */
  static RolloutStatusTree approvals(
      RolloutStatusTree tree, PolicyContext picture, long generation, Instant now) {
    List<String> listed = SettingsParser.listed(picture.intent());
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
