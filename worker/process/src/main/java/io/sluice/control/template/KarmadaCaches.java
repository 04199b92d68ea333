package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.activation.UserView;
import io.sluice.control.cache.CalendarCache;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.approval.RememberedGuard;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.ServedKinds;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.informer.Informers;
import io.sluice.hub.schedule.CalendarReader;
import io.sluice.hub.template.BindingContext;
import io.sluice.hub.template.BindingObjects;
import io.sluice.hub.template.BindingParser;
import io.sluice.hub.template.KarmadaGuard;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.BindingName;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import io.sluice.template.TemplateScope;
import io.sluice.template.work.BindingState;
import io.sluice.time.ProcessTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Caches policies, bindings, Works, clusters, and the kinds of templates that policies or bindings
 * name; a kind of template is watched from when it is first named.
 */
public final class KarmadaCaches implements AutoCloseable {
  private static final String POLICY = "policy";

  /** Kinds that the rollouts of policies need as well: one watch of each is enough. */
  public static final List<ResourceDefinitionContext> SHARED =
      List.of(Kinds.MANAGED_CLUSTER, Kinds.ROLLOUT);

  /** What must have been read anew before a process leads; templates wait for their own kind. */
  private final List<ResourceDefinitionContext> fixed;

  private final Optional<SharedCache> shared;

  private final Informers informers;
  private final PropagationPolicyCache policies;
  private final BindingCache bindings;
  private final CalendarCache calendars;
  private final ServedKinds kinds;
  private final KarmadaGuard karmada;
  private final ApprovalGuard approvals;
  private final Set<ResourceDefinitionContext> templates = ConcurrentHashMap.newKeySet();

  private KarmadaCaches(
      HubConnections hub, ChangeListener listener, Optional<SharedCache> shared, ProcessTime time) {
    this.shared = requireNonNull(shared, "shared is null");
    this.fixed =
        Stream.of(
                KarmadaKinds.ALL,
                List.of(Kinds.LEASE),
                shared.isPresent() ? List.<ResourceDefinitionContext>of() : SHARED,
                shared.isPresent() ? List.<ResourceDefinitionContext>of() : CalendarCache.KINDS)
            .flatMap(List::stream)
            .toList();
    this.informers = new Informers(hub, listener);
    this.policies = new PropagationPolicyCache(informers);
    this.bindings = new BindingCache(informers);
    this.kinds = new ServedKinds(hub.requests());
    this.calendars =
        new CalendarCache(informers, new CalendarReader(new HubApi(hub.requests())), time);
    this.approvals = RememberedGuard.of(hub.requests(), time.clock());
    this.karmada = new KarmadaGuard(this::karmadaLease, time.clock());
  }

  /** Starts to watch, and waits until policies, bindings, Works and clusters are known. */
  static KarmadaCaches start(HubConnections hub, ChangeListener listener, ProcessTime time) {
    return start(hub, listener, Optional.empty(), time);
  }

  /**
   * The same, but what is {@link #SHARED} is watched elsewhere.
   *
   * @param listener is not notified of changes of these kinds
   */
  public static KarmadaCaches start(
      HubConnections hub, ChangeListener listener, SharedCache shared, ProcessTime time) {
    return start(hub, listener, Optional.of(shared), time);
  }

  private static KarmadaCaches start(
      HubConnections hub, ChangeListener listener, Optional<SharedCache> shared, ProcessTime time) {
    KarmadaCaches caches =
        new KarmadaCaches(hub, requireNonNull(listener, "listener is null"), shared, time);
    try {
      caches.informers.watch(KarmadaKinds.PROPAGATION_POLICY);
      caches.informers.watch(KarmadaKinds.CLUSTER_PROPAGATION_POLICY);
      caches.bindings.watch();
      if (shared.isEmpty()) {
        SHARED.forEach(caches.informers::watch);
        CalendarCache.KINDS.forEach(caches.informers::watchIfServed);
      }
      caches.informers.watch(Kinds.LEASE, KarmadaGuard.LEASE);
      caches.informers.awaitSync();
      return caches;
    } catch (RuntimeException e) {
      caches.close();
      throw e;
    }
  }

  private static List<String> claims(GenericKubernetesResource template) {
    Map<String, String> labels = HubObjects.labels(template);
    return Stream.of(KarmadaKeys.POLICY_ID, KarmadaKeys.CLUSTER_POLICY_ID)
        .filter(labels::containsKey)
        .map(labels::get)
        .toList();
  }

  /**
   * Watches a kind of template, if the server knows it; does not wait for its list.
   *
   * @return the kind; empty when the server knows none such
   */
  Optional<ResourceDefinitionContext> watch(String apiVersion, String kind) {
    if (!TemplateScope.coversKind(apiVersion, kind)) {
      return Optional.empty();
    }
    Optional<ResourceDefinitionContext> found = kinds.find(apiVersion, kind);
    found
        .filter(templates::add)
        .ifPresent(context -> informers.watch(context, Map.of(POLICY, KarmadaCaches::claims)));
    return found;
  }

  /** Returns whether that kind has been listed, and anew where that was demanded. */
  boolean synced(ResourceDefinitionContext kind) {
    return informers.synced(kind);
  }

  /** Returns the same of all kinds of templates. */
  boolean synced() {
    return templates.stream().allMatch(this::synced);
  }

  /** Returns what watches the server for these caches. */
  public Informers informers() {
    return informers;
  }

  /**
   * Returns the kinds that have not been read since {@link Informers#listAnew}; not those of
   * templates, which the server may have lost.
   */
  public List<String> notRead() {
    return fixed.stream().filter(kind -> !informers.synced(kind)).map(Kinds::resource).toList();
  }

  /**
   * Returns the kinds whose watches must not be silent. One of templates counts while it has
   * objects: else the server may have lost it.
   */
  public List<String> watched() {
    return Stream.concat(
            fixed.stream(), templates.stream().filter(kind -> !informers.all(kind).isEmpty()))
        .map(Kinds::resource)
        .toList();
  }

  /**
   * Returns whether all is watched that the selection of clusters depends on; a kind of template
   * may be one that the server has lost.
   */
  boolean watching() {
    return fixed.stream().allMatch(informers::watching)
        && shared.map(SharedCache::watching).orElse(true);
  }

  /** Decides whether templates may be propagated. */
  public KarmadaGuard karmada() {
    return karmada;
  }

  /** Decides whether rules of approvals may be used. */
  ApprovalGuard approvals() {
    return approvals;
  }

  private Optional<GenericKubernetesResource> karmadaLease() {
    return informers.find(Kinds.LEASE, KarmadaGuard.NAMESPACE + "/" + KarmadaGuard.LEASE);
  }

  boolean template(ResourceDefinitionContext kind) {
    return templates.contains(kind);
  }

  /** Returns all kinds of which these caches watch objects. */
  List<ResourceDefinitionContext> kinds() {
    return Stream.concat(fixed.stream(), templates.stream()).toList();
  }

  Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String key) {
    return shared(kind)
        .map(cache -> cache.find(kind, key))
        .orElseGet(() -> informers.find(kind, key));
  }

  List<GenericKubernetesResource> all(ResourceDefinitionContext kind) {
    return shared(kind).map(cache -> cache.all(kind)).orElseGet(() -> informers.all(kind));
  }

  private Optional<SharedCache> shared(ResourceDefinitionContext kind) {
    return shared.filter(cache -> SHARED.contains(kind));
  }

  /** Returns the templates of a kind that is watched. */
  List<GenericKubernetesResource> templates(String apiVersion, String kind) {
    return kinds.known(apiVersion, kind).map(informers::all).orElse(List.of());
  }

  /** Returns the templates of all kinds that are watched. */
  List<GenericKubernetesResource> templates() {
    return templates.stream().flatMap(kind -> informers.all(kind).stream()).toList();
  }

  /** Returns the templates that carry the id of a policy. */
  List<GenericKubernetesResource> claimed(String permanentId) {
    return templates.stream()
        .flatMap(kind -> informers.by(kind, POLICY, permanentId).stream())
        .toList();
  }

  PropagationPolicyCache policies() {
    return policies;
  }

  BindingCache bindings() {
    return bindings;
  }

  /** Returns all clusters, also those that are being deleted. */
  public List<GenericKubernetesResource> clusters() {
    return all(Kinds.MANAGED_CLUSTER);
  }

  /**
   * Returns the groups of a binding, with their clusters; none of one that is gone.
   *
   * @param view what the user owns of a template
   */
  public List<DecisionGroup> groups(BindingName name, UserView view, Instant now) {
    return bindings
        .of(name)
        .map(binding -> BindingContext.of(objects(name, binding), view, now))
        .map(context -> context.clusters().fleet().groups())
        .orElse(List.of());
  }

  /** Returns the labels of the template of a binding; none of what is gone. */
  public Map<String, String> labels(BindingName name) {
    return bindings
        .of(name)
        .flatMap(binding -> template(BindingParser.parse(binding)))
        .map(HubObjects::labels)
        .orElse(Map.of());
  }

  private Optional<GenericKubernetesResource> template(BindingState state) {
    ResourceId template = state.resource();
    return kinds
        .known(template.apiVersion(), template.kind())
        .flatMap(kind -> find(kind, template.key()))
        .filter(found -> found.getMetadata().getUid().equals(state.resourceUid()));
  }

  /** Returns what the rollout of a binding depends on, with the binding as it is given. */
  BindingObjects objects(BindingName name, GenericKubernetesResource binding) {
    BindingState state = BindingParser.parse(binding);
    return new BindingObjects(
        name,
        Optional.of(binding),
        find(Kinds.ROLLOUT, name.namespace() + "/" + name.rolloutName()),
        template(state),
        bindings.requiring(state),
        state.permanentId().map(bindings::works).orElse(List.of()),
        clusters(),
        shared
            .map(cache -> cache.calendars(name.namespace()))
            .orElseGet(() -> calendars.of(name.namespace())),
        approvals);
  }

  /** Returns the labels of the clusters that exist, by name. */
  Map<String, Map<String, String>> inventory() {
    Map<String, Map<String, String>> inventory = new LinkedHashMap<>();
    all(Kinds.MANAGED_CLUSTER).stream()
        .filter(cluster -> !HubObjects.deleting(cluster))
        .forEach(
            cluster -> inventory.put(cluster.getMetadata().getName(), HubObjects.labels(cluster)));
    return inventory;
  }

  @Override
  public void close() {
    informers.close();
  }
}
