package io.sluice.hub.write;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.RolloutEvents;
import io.sluice.hub.notification.NoticeRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.status.DerivedStatus;
import io.sluice.hub.status.RolloutOwner;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.Hashes;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.status.LastSuccessfulStatus;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Creates Rollout objects and writes their status, each write with the resourceVersion that was
 * read (rollout-strategy 3.2 and 5).
 *
 * <p>The spec belongs to users and is never written. While a run is open, the run writes the
 * status: {@link #writeIdleStatus}, {@link #reportWithoutPolicy} and {@link #numbered} change
 * nothing then. {@link #update} and {@link #accept} do not look whether one is open; that is up to
 * those who call them. Only {@code status.activation} and its condition, which runs leave as they
 * are, change at any time.
 */
public final class RolloutObjects {
  private final HubApi hub;
  private final Optional<RolloutEvents> events;
  private final Optional<NoticeRecorder> notices;
  private final Clock clock;

  /** Writes without a record for people. */
  public RolloutObjects(KubernetesClient client, Clock clock) {
    this(new HubApi(client), Optional.empty(), Optional.empty(), clock);
  }

  /** Records as Events what its writes change. */
  public RolloutObjects(KubernetesClient client, EventRecorder events, Clock clock) {
    this(new HubApi(client), Optional.of(new RolloutEvents(events)), Optional.empty(), clock);
  }

  private RolloutObjects(
      HubApi hub, Optional<RolloutEvents> events, Optional<NoticeRecorder> notices, Clock clock) {
    this.hub = hub;
    this.events = events;
    this.notices = notices;
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Returns what does the same, and records with each write what people are to be told of it. With
   * {@link NoticeRules#NONE} what waits in the status stays as it is.
   */
  public RolloutObjects with(NoticeRules rules) {
    return new RolloutObjects(
        hub,
        events,
        Optional.of(rules).filter(any -> any != NoticeRules.NONE).map(NoticeRecorder::new),
        clock);
  }

  /** Reads the version annotation of a policy, if it is of that version still. */
  Optional<String> versionAnnotation(PolicyName policy, PolicyVersion version) {
    return hub.get(Kinds.POLICY, policy.namespace(), policy.name())
        .map(RootPolicy::of)
        .filter(root -> root.uid().equals(version.policyUid()))
        .filter(root -> root.generation() == version.generation())
        .flatMap(RootPolicy::versionAnnotation);
  }

  /** Reads the Rollout object of the policy with that UID. */
  public Optional<GenericKubernetesResource> get(PolicyName policy, String policyUid) {
    return read(policy).filter(object -> RolloutOwner.mayBe(object, policyUid));
  }

  /**
   * Returns the policy's object, created if there is none. One that belongs to a former policy of
   * that name is deleted first; one that a user created is adopted, so that it is deleted with the
   * policy.
   *
   * @param number the least attempt number that its status must have before the next one begins
   * @param carried the revision that counts as last successful if the object has lost its status;
   *     asked for only then
   */
  public GenericKubernetesResource ensure(
      RootPolicy root, long number, Supplier<Optional<Revision>> carried) {
    return ensure(root, number, Map.of(), carried);
  }

  /**
   * The same.
   *
   * @param spec of an object that is created
   */
  public GenericKubernetesResource ensure(
      RootPolicy root,
      long number,
      Map<String, Object> spec,
      Supplier<Optional<Revision>> carried) {
    return ConflictRetry.write(
        "create Rollout " + label(root.name()),
        "create",
        Kinds.resource(Kinds.ROLLOUT),
        () -> {
          Optional<GenericKubernetesResource> found = read(root.name());
          if (found.isEmpty()) {
            return Optional.of(
                numbered(
                    hub.create(Kinds.ROLLOUT, fresh(root, spec)),
                    number,
                    UnaryOperator.identity()));
          }
          if (RolloutOwner.mayBe(found.get(), root.uid())) {
            return Optional.of(
                numbered(
                    adopted(found.get(), root, List.of()),
                    number,
                    tree -> restored(tree, root.name(), number, carried)));
          }
          hub.delete(Kinds.ROLLOUT, found.get());
          return Optional.empty();
        });
  }

  /**
   * Gives the object that a person created its owner, finalizers and its number; does nothing if
   * there is none, or if it belongs to another policy.
   *
   * @param number the least attempt number that its status must have before the next one begins
   * @param finalizers written in the same request as the owner, if that is needed
   */
  public void adopt(RootPolicy root, long number, List<String> finalizers) {
    ConflictRetry.write(
        "adopt Rollout " + label(root.name()),
        "update",
        Kinds.resource(Kinds.ROLLOUT),
        () -> {
          get(root.name(), root.uid())
              .filter(object -> !HubObjects.deleting(object))
              .ifPresent(
                  object ->
                      numbered(
                          adopted(object, root, finalizers), number, UnaryOperator.identity()));
          return Optional.of(true);
        });
  }

  /** Returns whether a policy owns the object; one that a user created has no owner at first. */
  public static boolean owned(GenericKubernetesResource object) {
    return OwnerReferences.exist(object);
  }

  private GenericKubernetesResource adopted(
      GenericKubernetesResource object, RootPolicy root, List<String> finalizers) {
    if (OwnerReferences.ownerUid(object).filter(root.uid()::equals).isPresent()) {
      return object;
    }
    object.getMetadata().setOwnerReferences(OwnerReferences.with(object, root.name(), root.uid()));
    List<String> all =
        new ArrayList<>(
            Objects.requireNonNullElse(object.getMetadata().getFinalizers(), List.of()));
    finalizers.stream().filter(finalizer -> !all.contains(finalizer)).forEach(all::add);
    object.getMetadata().setFinalizers(all);
    return hub.update(Kinds.ROLLOUT, object);
  }

  /**
   * Gives the object the number of the last attempt.
   *
   * @param restored adds what a status without a number has lost
   */
  public GenericKubernetesResource numbered(
      GenericKubernetesResource object, long number, UnaryOperator<RolloutStatusTree> restored) {
    Object there = RolloutStatusTree.status(object).get("attempt");
    if (RolloutStatusTree.open(object)
        || there instanceof Number known && known.longValue() >= number) {
      return object;
    }
    RolloutStatusTree tree = restored.apply(RolloutStatusTree.of(RolloutStatusTree.status(object)));
    RolloutStatus status = new RolloutStatus();
    status.attempt = number;
    tree.set(status, List.of("attempt"));
    if (there == null) {
      status.phase = Phase.PENDING.label();
      status.waitingFor = "Waiting for the first attempt to begin.";
      tree.set(status, List.of("phase", "waitingFor"));
    }
    return hub.updateStatus(Kinds.ROLLOUT, withStatus(object, completed(object, tree.tree())));
  }

  private static RolloutStatusTree restored(
      RolloutStatusTree tree,
      PolicyName policy,
      long number,
      Supplier<Optional<Revision>> carried) {
    boolean numbered = tree.tree().containsKey("attempt");
    return LastSuccessfulStatus.statusDropped(true, numbered, number)
        ? carried
            .get()
            .map(revision -> LastSuccessfulFields.restored(tree, policy, revision))
            .orElse(tree)
        : tree;
  }

  /**
   * Writes the status while no run is open.
   *
   * @param seen the object as last seen: the hub is called only if the status would change
   * @param uid of the policy or binding: the object of another one is left alone
   * @param status returns the status that an object is to have
   */
  public void writeIdleStatus(
      GenericKubernetesResource seen,
      RolloutTarget name,
      String uid,
      BiFunction<GenericKubernetesResource, Instant, Map<String, Object>> status) {
    whileIdle(
        seen,
        name,
        object -> RolloutOwner.mayBe(object, uid),
        object -> status.apply(object, clock.instant()));
  }

  private void whileIdle(
      GenericKubernetesResource seen,
      RolloutTarget name,
      Predicate<GenericKubernetesResource> own,
      Function<GenericKubernetesResource, Map<String, Object>> status) {
    Function<GenericKubernetesResource, Optional<Map<String, Object>>> change =
        object ->
            own.test(object) && !RolloutStatusTree.open(object)
                ? Optional.of(status.apply(object))
                : Optional.empty();
    due(seen, change)
        .ifPresent(next -> update(name, () -> Optional.of(replaced(seen, next)), change));
  }

  /**
   * Reports on an object of a user that there is no such policy. One that had a policy is deleted
   * with it.
   *
   * @param seen the object as last seen: the hub is called only if the status would change
   */
  public void reportWithoutPolicy(GenericKubernetesResource seen, PolicyName policy) {
    whileIdle(seen, policy, object -> !owned(object), object -> withoutPolicy(object, policy));
  }

  private Map<String, Object> withoutPolicy(GenericKubernetesResource object, PolicyName policy) {
    RolloutCondition condition = RolloutConditions.withoutPolicy(policy);
    RolloutStatus status = new RolloutStatus();
    status.phase = Phase.PENDING.label();
    status.waitingFor = condition.message();
    return RolloutStatusTree.of(RolloutStatusTree.status(object))
        .set(status, List.of("phase", "waitingFor", "noCluster"))
        .set(
            RolloutCondition.ACCEPTED,
            Optional.of(condition),
            HubObjects.generation(object),
            clock.instant())
        .tree();
  }

  /**
   * Changes the status of the object; repeats that from a fresh read after a conflict. Whether a
   * run is open is left to the change: it is given the object as it was read.
   *
   * @param change returns the new status; empty to leave it
   * @return the object afterwards; empty when there is none
   */
  public Optional<GenericKubernetesResource> update(
      RolloutTarget policy,
      Function<GenericKubernetesResource, Optional<Map<String, Object>>> change) {
    return update(policy, Optional::empty, change);
  }

  /**
   * The same, but the first try begins from the object as last seen, which saves a read: a write is
   * refused where that is not the present one. Whether there is nothing to write is decided by a
   * fresh read alone.
   */
  Optional<GenericKubernetesResource> update(
      RolloutTarget policy,
      Optional<GenericKubernetesResource> seen,
      Function<GenericKubernetesResource, Optional<Map<String, Object>>> change) {
    return update(policy, () -> seen.flatMap(known -> changed(known, change)), change);
  }

  /**
   * The same.
   *
   * @param unread the first try, without a read; empty if that writes nothing
   */
  private Optional<GenericKubernetesResource> update(
      RolloutTarget policy,
      Supplier<Optional<GenericKubernetesResource>> unread,
      Function<GenericKubernetesResource, Optional<Map<String, Object>>> change) {
    AtomicReference<Supplier<Optional<GenericKubernetesResource>>> first =
        new AtomicReference<>(unread);
    return ConflictRetry.write(
        "write the status of Rollout " + label(policy),
        "update",
        "rollouts/status",
        () -> {
          Optional<GenericKubernetesResource> written = first.getAndSet(Optional::empty).get();
          return Optional.of(
              written.isPresent()
                  ? written
                  : read(policy).map(found -> changed(found, change).orElse(found)));
        });
  }

  private Optional<GenericKubernetesResource> changed(
      GenericKubernetesResource found,
      Function<GenericKubernetesResource, Optional<Map<String, Object>>> change) {
    return due(found, change).map(status -> replaced(found, status));
  }

  /** Returns the whole status that is to be written; empty if the object has it. */
  private Optional<Map<String, Object>> due(
      GenericKubernetesResource found,
      Function<GenericKubernetesResource, Optional<Map<String, Object>>> change) {
    return change
        .apply(found)
        .map(status -> completed(found, status))
        .filter(status -> differs(found, status));
  }

  private GenericKubernetesResource replaced(
      GenericKubernetesResource found, Map<String, Object> status) {
    GenericKubernetesResource written = hub.updateStatus(Kinds.ROLLOUT, withStatus(found, status));
    events.ifPresent(record -> record.written(found, written));
    return written;
  }

  private Map<String, Object> completed(
      GenericKubernetesResource object, Map<String, Object> status) {
    Instant now = clock.instant();
    Map<String, Object> derived = DerivedStatus.of(object, status, now);
    return notices.map(each -> each.recorded(object, derived, now)).orElse(derived);
  }

  /**
   * Values are compared, not Java types: a number is read as another type than it was written as.
   */
  private static boolean differs(GenericKubernetesResource object, Map<String, Object> completed) {
    return !Hashes.ofTree(completed).equals(Hashes.ofTree(RolloutStatusTree.status(object)));
  }

  /**
   * Writes that the settings were accepted for the attempt that is about to start. To be called
   * only while no run is open.
   */
  public void accept(RolloutTarget policy, RolloutCondition accepted) {
    update(
        policy,
        object ->
            Optional.of(
                RolloutStatusTree.of(RolloutStatusTree.status(object))
                    .set(
                        RolloutCondition.ACCEPTED,
                        Optional.of(accepted),
                        HubObjects.generation(object),
                        clock.instant())
                    .tree()));
  }

  /** Keeps the message of {@link #accept}. */
  RolloutStatusTree accepted(RolloutStatusTree tree, Optional<Refusal> refusal, long generation) {
    RolloutCondition judged =
        tree.condition(RolloutCondition.ACCEPTED)
            .filter(former -> refusal.isEmpty() && "True".equals(former.getStatus()))
            .map(
                former ->
                    new RolloutCondition(
                        RolloutCondition.ACCEPTED, true, former.getReason(), former.getMessage()))
            .orElseGet(() -> RolloutConditions.accepted(refusal));
    return tree.set(RolloutCondition.ACCEPTED, Optional.of(judged), generation, clock.instant());
  }

  static String label(RolloutTarget policy) {
    return policy.namespace() + "/" + policy.rolloutName();
  }

  private Optional<GenericKubernetesResource> read(RolloutTarget policy) {
    return hub.get(Kinds.ROLLOUT, policy.namespace(), policy.rolloutName());
  }

  private static GenericKubernetesResource fresh(RootPolicy root, Map<String, Object> spec) {
    GenericKubernetesResource rollout =
        HubObjects.object(
            Kinds.ROLLOUT,
            new ObjectMetaBuilder()
                .withNamespace(root.name().namespace())
                .withName(root.name().rolloutName())
                .withOwnerReferences(OwnerReferences.of(root.name(), root.uid()))
                .build());
    if (!spec.isEmpty()) {
      rollout.setAdditionalProperty("spec", spec);
    }
    return rollout;
  }

  static GenericKubernetesResource withStatus(
      GenericKubernetesResource object, Map<String, Object> status) {
    GenericKubernetesResource changed = HubObjects.object(Kinds.ROLLOUT, object.getMetadata());
    changed.setAdditionalProperties(new LinkedHashMap<>(object.getAdditionalProperties()));
    changed.setAdditionalProperty("status", status);
    return changed;
  }
}
