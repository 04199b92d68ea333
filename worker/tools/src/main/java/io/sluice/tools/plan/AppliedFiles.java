package io.sluice.tools.plan;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PlacementCache;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.placement.GroupingMode;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.policy.propagation.PolicySetView;
import io.sluice.tools.lint.FileCheck;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestObjects;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.placement.PlacementObjects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Holds the objects of files that a plan takes as applied; other kinds are passed over. */
final class AppliedFiles {
  private static final List<ResourceDefinitionContext> KINDS =
      List.of(
          Kinds.POLICY,
          Kinds.ROLLOUT,
          Kinds.ROLLOUT_CALENDAR,
          Kinds.CLUSTER_ROLLOUT_CALENDAR,
          Kinds.PLACEMENT_BINDING,
          Kinds.POLICY_SET,
          Kinds.PLACEMENT,
          Kinds.PLACEMENT_DECISION,
          Kinds.PLACEMENT_RULE,
          Kinds.MANAGED_CLUSTER,
          Kinds.MANAGED_CLUSTER_SET,
          Kinds.MANAGED_CLUSTER_SET_BINDING,
          Kinds.ADD_ON_PLACEMENT_SCORE);

  private static final List<ResourceDefinitionContext> PLACING =
      List.of(
          Kinds.MANAGED_CLUSTER,
          Kinds.MANAGED_CLUSTER_SET,
          Kinds.MANAGED_CLUSTER_SET_BINDING,
          Kinds.PLACEMENT_DECISION,
          Kinds.ADD_ON_PLACEMENT_SCORE);

  private final List<FileObject> objects;
  private final String namespace;
  private final Optional<GroupingMode> grouping;
  private final Instant now;

  private record FileObject(Manifest manifest, GenericKubernetesResource object) {}

  /**
   * Reads the objects of manifests.
   *
   * @param namespace of objects that name none
   * @param stored whether they were read from a hub: of others the API server drops the status
   * @param grouping of the worker; empty: that of the hub's mode
   * @param now when they are applied
   */
  AppliedFiles(
      List<Manifest> manifests,
      String namespace,
      boolean stored,
      Optional<GroupingMode> grouping,
      Instant now) {
    this.namespace = namespace;
    this.grouping = grouping;
    this.now = now;
    this.objects =
        manifests.stream()
            .flatMap(
                manifest ->
                    ManifestObjects.object(manifest, KINDS, namespace).stream()
                        .map(object -> stored ? object : written(object))
                        .map(object -> new FileObject(manifest, object)))
            .toList();
  }

  /** Leaves out what the API server does not take from a file; clusters keep their status. */
  private static GenericKubernetesResource written(GenericKubernetesResource object) {
    if (!is(object, Kinds.MANAGED_CLUSTER) && !is(object, Kinds.ADD_ON_PLACEMENT_SCORE)) {
      object.getAdditionalProperties().remove("status");
    }
    object.getMetadata().setUid(null);
    object.getMetadata().setGeneration(null);
    object.getMetadata().setManagedFields(null);
    object.getMetadata().setCreationTimestamp(null);
    return object;
  }

  /** Returns the policies that the files are about, in their order. */
  List<PolicyName> policies() {
    Set<PolicyName> names = new LinkedHashSet<>();
    roots()
        .map(GenericKubernetesResource::getMetadata)
        .map(root -> new PolicyName(root.getNamespace(), root.getName()))
        .forEach(names::add);
    of(Kinds.ROLLOUT)
        .map(GenericKubernetesResource::getMetadata)
        .flatMap(
            rollout -> PolicyName.ofRollout(rollout.getNamespace(), rollout.getName()).stream())
        .forEach(names::add);
    return List.copyOf(names);
  }

  /** Returns the replicas of a policy that the files hold. */
  List<GenericKubernetesResource> replicas(PolicyName policy) {
    return of(Kinds.POLICY)
        .filter(
            replica ->
                policy.replicaName().equals(HubObjects.labels(replica).get(PolicyApi.ROOT_POLICY)))
        .toList();
  }

  private Stream<GenericKubernetesResource> roots() {
    return of(Kinds.POLICY).filter(policy -> !ReplicaParser.labelled(policy));
  }

  /** Returns the objects of one kind, as they are written. */
  Stream<GenericKubernetesResource> of(ResourceDefinitionContext kind) {
    return objects.stream().map(FileObject::object).filter(object -> is(object, kind));
  }

  private static boolean is(GenericKubernetesResource object, ResourceDefinitionContext kind) {
    return kind.getKind().equals(object.getKind())
        && object.getApiVersion().startsWith(kind.getGroup() + "/");
  }

  /**
   * Returns the objects of one kind once the files are applied.
   *
   * @param present those of a namespace, or of the hub
   * @param where the namespace; empty for all
   */
  List<GenericKubernetesResource> applied(
      ResourceDefinitionContext kind, List<GenericKubernetesResource> present, String where) {
    Map<String, GenericKubernetesResource> all = new LinkedHashMap<>();
    present.forEach(object -> all.put(key(object), object));
    Stream<GenericKubernetesResource> written = kind == Kinds.POLICY ? roots() : of(kind);
    written
        .filter(object -> where.isEmpty() || where.equals(object.getMetadata().getNamespace()))
        .forEach(
            object ->
                all.put(
                    key(object),
                    AppliedManifest.of(Optional.ofNullable(all.get(key(object))), object, now)));
    return List.copyOf(all.values());
  }

  /** Returns what Placements are evaluated from once the files are applied. */
  PlacementObjects applied(PlacementObjects around) {
    List<GenericKubernetesResource> all = new ArrayList<>();
    for (ResourceDefinitionContext kind : PLACING) {
      List<GenericKubernetesResource> present = around.of(kind);
      all.addAll(kind == Kinds.PLACEMENT_DECISION ? present : applied(kind, present, ""));
    }
    return new PlacementObjects(all);
  }

  /** Returns whether the files hold a Placement, or anything that one is evaluated from. */
  boolean placing() {
    return of(Kinds.PLACEMENT).findAny().isPresent() || surrounding();
  }

  /** Returns whether the files hold anything that Placements of the hub are evaluated from. */
  boolean surrounding() {
    return PLACING.stream().anyMatch(kind -> of(kind).findAny().isPresent());
  }

  /** Returns how a hub in that mode groups clusters where a Placement does not choose. */
  GroupingMode grouping(HubMode mode) {
    // OCM's controller cuts groups anew each time; without it Sluice's does not.
    return grouping.orElse(mode.beside() ? GroupingMode.RECOMPUTE : GroupingMode.STABLE);
  }

  private static String key(GenericKubernetesResource object) {
    return Objects.requireNonNullElse(object.getMetadata().getNamespace(), "")
        + "/"
        + object.getMetadata().getName();
  }

  /** Returns the objects of a policy once the files are applied, decisions as they are now. */
  PolicyObjects applied(PolicyObjects present, List<GenericKubernetesResource> clusters) {
    PolicyName name = present.policy();
    String where = name.namespace();
    return new PolicyObjects(
        name,
        one(Kinds.POLICY, present.root(), where, name.name()),
        one(Kinds.ROLLOUT, present.rollout(), where, name.rolloutName()),
        applied(Kinds.PLACEMENT_BINDING, present.bindings(), where),
        applied(Kinds.POLICY_SET, present.sets(), where),
        applied(Kinds.PLACEMENT, present.placements(), where),
        applied(Kinds.PLACEMENT_RULE, present.rules(), where),
        present.decisions(),
        () -> clusters,
        present.strategyDropped(),
        present.suspended(),
        sets(present.foreignSets()),
        present.mode(),
        present.ledger(),
        new PlacementCache(),
        calendars(present.calendars(), where),
        present.approvals());
  }

  /** Without a hub they are not known, unless the files hold any: then those are all. */
  private CalendarObjects calendars(CalendarObjects present, String where) {
    boolean written =
        of(Kinds.ROLLOUT_CALENDAR).findAny().isPresent()
            || of(Kinds.CLUSTER_ROLLOUT_CALENDAR).findAny().isPresent();
    Optional<List<GenericKubernetesResource>> named =
        present.read() ? present.named() : Optional.of(List.of());
    return new CalendarObjects(
        present.read() || written,
        named.map(found -> applied(Kinds.ROLLOUT_CALENDAR, found, where)),
        applied(Kinds.CLUSTER_ROLLOUT_CALENDAR, present.ofCluster(), ""),
        present.namespaceLabels());
  }

  private Optional<GenericKubernetesResource> one(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> present,
      String where,
      String name) {
    return applied(kind, present.stream().toList(), where).stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst();
  }

  private PolicySets sets(PolicySets present) {
    return (where, name) ->
        of(Kinds.POLICY_SET)
            .filter(set -> set.getMetadata().getNamespace().equals(where))
            .filter(set -> set.getMetadata().getName().equals(name))
            .findFirst()
            .map(HubObjects::tree)
            .map(PolicySetView::of)
            .map(PolicySetView::policies)
            .or(() -> present.members(where, name));
  }

  /**
   * Refuses what a worker would refuse.
   *
   * @param applied the objects of the policy once the files are applied
   * @param act begins the message: {@code "Cannot plan policy a/b"}
   * @throws CliFailure with the problems as {@code sluice lint} prints them
   */
  void check(PolicyObjects applied, String act) {
    List<Manifest> all = new ArrayList<>();
    Function<GenericKubernetesResource, Manifest> manifest = this::manifest;
    Stream.of(
            applied.root().stream(),
            applied.rollout().stream(),
            applied.bindings().stream(),
            applied.sets().stream(),
            applied.placements().stream())
        .flatMap(found -> found)
        .map(manifest)
        .forEach(all::add);
    List<Manifest> known = List.copyOf(all);
    objects.stream()
        .map(FileObject::manifest)
        .filter(object -> known.stream().noneMatch(other -> same(object, other)))
        .forEach(all::add);
    List<String> problems =
        FileCheck.problems(
            objects.stream().map(FileObject::manifest).toList(),
            all,
            namespace,
            applied.mode().beside());
    if (!problems.isEmpty()) {
      throw new CliFailure(
          "%s: a worker would refuse the files.\n%s\nCorrect them; they are checked alone by: %s"
              .formatted(act, String.join("\n", problems), lint()));
    }
  }

  private String lint() {
    return CommandWriter.local(
        Stream.concat(
                Stream.of("lint"),
                objects.stream()
                    .map(object -> object.manifest().file())
                    .distinct()
                    .flatMap(file -> Stream.of("-f", file)))
            .toArray(String[]::new));
  }

  /** Returns the object where it stands: in a file, or on the hub. */
  private Manifest manifest(GenericKubernetesResource object) {
    return objects.stream()
        .filter(
            found ->
                found.object().getKind().equals(object.getKind())
                    && key(found.object()).equals(key(object)))
        .reduce((first, last) -> last)
        .map(found -> ManifestObjects.in(found.manifest(), object))
        .orElseGet(() -> ManifestObjects.ofHub(object));
  }

  private boolean same(Manifest one, Manifest other) {
    return one.kind().equals(other.kind())
        && one.name().equals(other.name())
        && place(one).equals(place(other));
  }

  private String place(Manifest object) {
    return object.namespace().isEmpty() ? namespace : object.namespace();
  }
}
