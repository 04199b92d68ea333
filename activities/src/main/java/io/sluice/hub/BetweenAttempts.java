package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.plan.strategy.Refusal;
import io.sluice.upkeep.Acceptance;
import io.sluice.upkeep.Between;
import io.sluice.upkeep.Due;
import io.sluice.upkeep.DueFacts;
import io.sluice.upkeep.RolloutCondition;
import io.sluice.upkeep.RolloutConditions;
import io.sluice.upkeep.RolloutRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /** Prepares to tell, of one policy, what was judged of it. */
  public BetweenAttempts(DueFacts facts, Due due, HubPicture picture) {
    this.facts = facts;
    this.due = due;
    this.picture = picture;
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
        RolloutStatusTree.of(RolloutObjects.status(object)).set(status, FIELDS);
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
    return approvals(tree, picture, generation, now).tree();
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
