package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.plan.Phase;
import io.sluice.plan.strategy.Refusal;
import io.sluice.policy.Hashes;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes Rollout objects and writes their status, each time on the version that it was decided on
 * (rollout-strategy 3.2 and 5).
 *
 * <p>The spec belongs to people and is never written. While a run is open, it alone writes the
 * status; here the keeper gets no say then.
 */
public final class RolloutObjects {
  static final String ACCEPTED = "Accepted";

  private final HubApi hub;
  private final Clock clock;

  public RolloutObjects(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** The Rollout object of the policy with that UID, as it is now. */
  public Optional<GenericKubernetesResource> get(PolicyName policy, String policyUid) {
    return read(policy).filter(object -> Owner.mayBe(object, policyUid));
  }

  /**
   * The object of the policy, made if there is none. One that belongs to a former policy of that
   * name is deleted first.
   *
   * @param formerAttempt the highest attempt number on any replica: the next must be higher
   */
  public GenericKubernetesResource ensure(RootPolicy root, long formerAttempt) {
    String doing = "create Rollout " + label(root.name());
    Tries tries = new Tries();
    while (tries.another(doing)) {
      Optional<GenericKubernetesResource> found = read(root.name());
      try {
        if (found.isEmpty()) {
          return numbered(hub.create(Kinds.ROLLOUT, fresh(root)), formerAttempt);
        }
        if (Owner.mayBe(found.get(), root.uid())) {
          return status(found.get()).get("attempt") == null
              ? numbered(found.get(), formerAttempt)
              : found.get();
        }
        hub.delete(Kinds.ROLLOUT, found.get());
      } catch (KubernetesClientException e) {
        if (e.getCode() != HubApi.CONFLICT && e.getCode() != HubApi.NOT_FOUND) {
          throw HubException.of(doing, "create", Kinds.ROLLOUT, e);
        }
      }
    }
    throw HubException.contended(doing, tries.made());
  }

  /** The first status: attempts count on from those that replicas remember. */
  private GenericKubernetesResource numbered(GenericKubernetesResource object, long formerAttempt) {
    RolloutStatus status = new RolloutStatus();
    status.attempt = formerAttempt;
    status.phase = Phase.PENDING.word();
    status.waitingFor = "Waiting for the first attempt to begin.";
    Map<String, Object> tree =
        RolloutStatusTree.of(status(object))
            .set(status, List.of("attempt", "phase", "waitingFor"))
            .tree();
    return hub.updateStatus(Kinds.ROLLOUT, withStatus(object, tree));
  }

  /** Says that the settings are valid, or why nobody starts; nothing while a run is open. */
  public void accept(PolicyName policy, String policyUid, Optional<Refusal> refusal) {
    update(
        policy,
        object -> {
          if (!Owner.mayBe(object, policyUid) || open(object)) {
            return Optional.empty();
          }
          return Optional.of(judged(object, refusal));
        });
  }

  /** Deletes the object of a policy that is staged no more (rollout-strategy 3.8). */
  public void delete(GenericKubernetesResource object) {
    try {
      hub.delete(Kinds.ROLLOUT, object);
    } catch (KubernetesClientException e) {
      throw HubException.of(
          "delete Rollout " + object.getMetadata().getName(), "delete", Kinds.ROLLOUT, e);
    }
  }

  /**
   * Changes the status of the object by its present state; again, if somebody else was faster.
   *
   * @param change the new status; empty: leave it
   * @return the object as it is then; empty when there is none
   */
  public Optional<GenericKubernetesResource> update(
      PolicyName policy,
      Function<GenericKubernetesResource, Optional<Map<String, Object>>> change) {
    String doing = "write the status of Rollout " + label(policy);
    Tries tries = new Tries();
    while (tries.another(doing)) {
      Optional<GenericKubernetesResource> found = read(policy);
      Optional<Map<String, Object>> status = found.flatMap(change);
      if (status.isEmpty() || same(status.get(), status(found.get()))) {
        return found;
      }
      try {
        return Optional.of(hub.updateStatus(Kinds.ROLLOUT, withStatus(found.get(), status.get())));
      } catch (KubernetesClientException e) {
        if (e.getCode() != HubApi.CONFLICT && e.getCode() != HubApi.NOT_FOUND) {
          throw HubException.of(doing, "update", "rollouts/status", e);
        }
      }
    }
    throw HubException.contended(doing, tries.made());
  }

  /** Compared by meaning: a number reads as another type than it was written as. */
  private static boolean same(Map<String, Object> left, Map<String, Object> right) {
    return Hashes.ofTree(left).equals(Hashes.ofTree(right));
  }

  private Map<String, Object> judged(GenericKubernetesResource object, Optional<Refusal> refusal) {
    long generation = HubObjects.generation(object);
    Map<String, Object> told =
        refusal
            .map(why -> StatusTranslation.refused(status(object), why.message(), generation))
            .orElseGet(() -> StatusTranslation.valid(status(object), generation));
    return accepted(RolloutStatusTree.of(told), refusal, generation).tree();
  }

  RolloutStatusTree accepted(RolloutStatusTree tree, Optional<Refusal> refusal, long generation) {
    return tree.condition(
        ACCEPTED,
        refusal.isEmpty(),
        refusal.map(Refusal::reason).orElse("Valid"),
        refusal.map(Refusal::message).orElse("The settings are valid."),
        generation,
        clock.instant());
  }

  static Map<String, Object> status(GenericKubernetesResource object) {
    return HubObjects.part(object, "status");
  }

  static boolean open(GenericKubernetesResource object) {
    return Boolean.TRUE.equals(status(object).get("runOpen"));
  }

  static String label(PolicyName policy) {
    return policy.namespace() + "/" + policy.rolloutName();
  }

  private Optional<GenericKubernetesResource> read(PolicyName policy) {
    return hub.get(Kinds.ROLLOUT, policy.namespace(), policy.rolloutName());
  }

  private static GenericKubernetesResource fresh(RootPolicy root) {
    return HubObjects.object(
        Kinds.ROLLOUT,
        new ObjectMetaBuilder()
            .withNamespace(root.name().namespace())
            .withName(root.name().rolloutName())
            .withOwnerReferences(Owner.of(root.name(), root.uid()))
            .build());
  }

  private static GenericKubernetesResource withStatus(
      GenericKubernetesResource object, Map<String, Object> status) {
    GenericKubernetesResource changed = HubObjects.object(Kinds.ROLLOUT, object.getMetadata());
    changed.setAdditionalProperties(object.getAdditionalProperties());
    changed.setAdditionalProperty("status", status);
    return changed;
  }
}
