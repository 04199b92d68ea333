package io.sluice.hub.write;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.admission.ContentSize;
import io.sluice.rollout.strategy.Refusal;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps the content of each version of a policy in immutable ControllerRevisions (rollout-strategy
 * 5), so that a version can be written after the policy has changed.
 *
 * <p>A metadata-only edit creates another revision of the same generation; the newest counts.
 * Content that returns is kept once: its revision gets the new generation and the highest number.
 */
public final class Revisions {
  private static final int KEPT = 10;
  private static final int CACHED = 64;

  /** Names the policy on each revision. */
  public static final String POLICY_LABEL = "sluice.io/policy";

  private static final String BACKUP_LABEL = "cluster.open-cluster-management.io/backup";

  private final HubApi hub;
  private final Map<String, Revision> cache = Collections.synchronizedMap(new Cache());

  private final Map<String, String> labels;

  public Revisions(KubernetesClient client) {
    this(client, Map.of());
  }

  private Revisions(KubernetesClient client, Map<String, String> labels) {
    this.hub = new HubApi(client);
    this.labels = labels;
  }

  /**
   * Returns those of a hub where OCM's propagator writes the replicas: what is kept there names the
   * gate, and so shows that Sluice has not taken its place (gate 5).
   */
  public static Revisions behindTheGate(KubernetesClient client) {
    return new Revisions(client, Map.of(GateLabels.STAGED, GateLabels.TRUE));
  }

  /**
   * Keeps the root as it is now, and returns its revision; writes only if that changes anything.
   */
  public Revision keep(RootPolicy root) {
    ContentSize.problem(root.size())
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(
                  Refusal.of(root.name(), List.of(problem)).message());
            });
    String doing = "keep generation %d of policy %s".formatted(root.generation(), root.name());
    return remembered(
        root.name(),
        ConflictRetry.write(
            doing,
            "create",
            Kinds.resource(Kinds.CONTROLLER_REVISION),
            () -> tryToKeep(root, doing)));
  }

  /** Returns the newest revision of that version. */
  public Optional<Revision> newestOf(PolicyName policy, PolicyVersion version) {
    return list(policy, version.policyUid()).stream()
        .filter(revision -> revision.generations().contains(version.generation()))
        .max(Comparator.comparingLong(Revision::sequence));
  }

  /** Returns the revision of that name, cached, as the content behind a name never changes. */
  public Optional<Revision> byName(PolicyName policy, String name) {
    Revision known = cache.get(policy.namespace() + "/" + name);
    if (known != null) {
      return Optional.of(known);
    }
    return hub.get(Kinds.CONTROLLER_REVISION, policy.namespace(), name)
        .map(Revision::of)
        .map(revision -> remembered(policy, revision));
  }

  /** Lists the revisions of the policy, newest first. */
  public List<Revision> list(PolicyName policy, String policyUid) {
    return restorable(policy, policyUid).stream()
        .filter(revision -> revision.policyUid().equals(policyUid))
        .toList();
  }

  /**
   * Lists also those that were restored from a backup, which keeps no owners. Their generations are
   * those of the policy before the restore.
   */
  public List<Revision> restorable(PolicyName policy, String policyUid) {
    return objects(policy).stream()
        .map(Revision::of)
        .filter(revision -> revision.mayBeOf(policyUid))
        .sorted(Comparator.comparingLong(Revision::sequence).reversed())
        .toList();
  }

  /** Returns the highest number of an attempt that claimed with a revision of the policy. */
  public OptionalLong lastAttempt(PolicyName policy, String policyUid) {
    return restorable(policy, policyUid).stream()
        .flatMapToLong(revision -> revision.attempt().stream())
        .max();
  }

  /**
   * Records on a revision that an attempt has claimed with it, so that its number outlives the
   * Rollout object (rollout-strategy 3.2, "Claim").
   */
  public void claimed(PolicyName policy, Revision revision, long attempt) {
    if (revision.attempt().orElse(0) >= attempt) {
      return;
    }
    ConflictRetry.write(
        "note attempt %d on revision %s of policy %s".formatted(attempt, revision.name(), policy),
        "update",
        Kinds.resource(Kinds.CONTROLLER_REVISION),
        () -> {
          hub.get(Kinds.CONTROLLER_REVISION, policy.namespace(), revision.name())
              .map(object -> hub.update(Kinds.CONTROLLER_REVISION, annotated(object, attempt)))
              .ifPresent(object -> remembered(policy, Revision.of(object)));
          return Optional.of(revision);
        });
  }

  private static GenericKubernetesResource annotated(
      GenericKubernetesResource object, long attempt) {
    Map<String, String> annotations = new LinkedHashMap<>(HubObjects.annotations(object));
    annotations.put(Revision.ATTEMPT, Long.toString(attempt));
    object.getMetadata().setAnnotations(annotations);
    return object;
  }

  /** Deletes all revisions but the newest ten and those that are needed; returns how many. */
  public int prune(PolicyName policy, Predicate<Revision> needed) {
    Comparator<GenericKubernetesResource> oldestFirst =
        Comparator.comparingLong(object -> Revision.of(object).sequence());
    List<GenericKubernetesResource> old =
        objects(policy).stream()
            .sorted(oldestFirst.reversed())
            .skip(KEPT)
            .filter(object -> !needed.test(Revision.of(object)))
            .toList();
    old.forEach(object -> delete(policy, object));
    return old.size();
  }

  /** Deletes all revisions of a policy; returns how many. */
  public int deleteAll(PolicyName policy) {
    List<GenericKubernetesResource> all = objects(policy);
    all.forEach(object -> delete(policy, object));
    return all.size();
  }

  private Optional<Revision> tryToKeep(RootPolicy root, String doing) {
    List<GenericKubernetesResource> objects = objects(root.name());
    String name = root.snapshot().revisionName(root.name());
    long newest = objects.stream().mapToLong(o -> Revision.of(o).sequence()).max().orElse(0);
    Optional<GenericKubernetesResource> found =
        objects.stream().filter(o -> o.getMetadata().getName().equals(name)).findFirst();
    try {
      if (found.isEmpty()) {
        return Optional.of(
            Revision.of(hub.create(Kinds.CONTROLLER_REVISION, object(root, name, newest + 1))));
      }
      Revision revision = Revision.of(found.get());
      if (!revision.mayBeOf(root.uid())) {
        // Left over from a deleted policy of that name; garbage collection would delete it, too.
        delete(root.name(), found.get());
        return Optional.empty();
      }
      if (revision.policyUid().equals(root.uid())
          && revision.sequence() == newest
          && revision.generations().contains(root.generation())) {
        return Optional.of(revision);
      }
      GenericKubernetesResource moved = moved(found.get(), revision, root, newest + 1);
      return Optional.of(Revision.of(hub.update(Kinds.CONTROLLER_REVISION, moved)));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND && found.isPresent()) {
        return Optional.empty();
      }
      throw HubException.of(
          doing, found.isPresent() ? "update" : "create", Kinds.CONTROLLER_REVISION, e);
    }
  }

  private static GenericKubernetesResource moved(
      GenericKubernetesResource object, Revision revision, RootPolicy root, long sequence) {
    boolean restored = revision.policyUid().isEmpty();
    if (restored) {
      object.getMetadata().setOwnerReferences(List.of(OwnerReferences.of(root.name(), root.uid())));
    }
    String generations =
        Stream.concat(
                restored ? Stream.empty() : revision.generations().stream(),
                Stream.of(root.generation()))
            .distinct()
            .map(String::valueOf)
            .collect(Collectors.joining(","));
    Map<String, String> annotations = new LinkedHashMap<>(HubObjects.annotations(object));
    annotations.put(Revision.GENERATIONS, generations);
    object.getMetadata().setAnnotations(annotations);
    object.setAdditionalProperty("revision", sequence);
    return object;
  }

  private GenericKubernetesResource object(RootPolicy root, String name, long sequence) {
    Map<String, String> all = new LinkedHashMap<>(labels);
    all.put(POLICY_LABEL, root.name().name());
    all.put(BACKUP_LABEL, "");
    ObjectMeta meta =
        new ObjectMetaBuilder()
            .withNamespace(root.name().namespace())
            .withName(name)
            .withLabels(all)
            .withAnnotations(Map.of(Revision.GENERATIONS, Long.toString(root.generation())))
            .withOwnerReferences(OwnerReferences.of(root.name(), root.uid()))
            .build();
    GenericKubernetesResource object = HubObjects.object(Kinds.CONTROLLER_REVISION, meta);
    object.setAdditionalProperty("data", root.revisionData());
    object.setAdditionalProperty("revision", sequence);
    return object;
  }

  private void delete(PolicyName policy, GenericKubernetesResource object) {
    try {
      hub.delete(Kinds.CONTROLLER_REVISION, object);
      cache.remove(policy.namespace() + "/" + object.getMetadata().getName());
    } catch (KubernetesClientException e) {
      // A revision that was used meanwhile is no longer old.
      if (e.getCode() != HubApi.CONFLICT) {
        throw HubException.of(
            "delete revision " + object.getMetadata().getName() + " of policy " + policy,
            "delete",
            Kinds.CONTROLLER_REVISION,
            e);
      }
    }
  }

  private List<GenericKubernetesResource> objects(PolicyName policy) {
    return hub.list(
        Kinds.CONTROLLER_REVISION, policy.namespace(), Map.of(POLICY_LABEL, policy.name()));
  }

  private Revision remembered(PolicyName policy, Revision revision) {
    cache.put(policy.namespace() + "/" + revision.name(), revision);
    return revision;
  }

  /** The least recently used revision goes first. */
  private static final class Cache extends LinkedHashMap<String, Revision> {
    Cache() {
      super(CACHED, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Revision> eldest) {
      return size() > CACHED;
    }
  }
}
