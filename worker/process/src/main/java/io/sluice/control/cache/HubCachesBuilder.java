package io.sluice.control.cache;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.informer.Informers;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.replica.RootContents;
import io.sluice.time.ProcessTime;
import java.util.List;
import java.util.function.Function;

/** Says what {@link HubCaches} hold, and starts them; in mode Standalone unless it is set. */
public final class HubCachesBuilder {
  /** Kinds that are cached whole, in the order in which they are listed. */
  private static final List<ResourceDefinitionContext> WHOLE =
      List.of(
          Kinds.PLACEMENT_BINDING,
          Kinds.POLICY_SET,
          Kinds.PLACEMENT,
          Kinds.PLACEMENT_DECISION,
          Kinds.MANAGED_CLUSTER,
          Kinds.ROLLOUT);

  private final KubernetesClient client;
  private final Function<ChangeListener, Informers> informers;
  private final ChangeListener listener;
  private final ProcessTime time;
  private List<ResourceDefinitionContext> whole = WHOLE;
  private List<ResourceDefinitionContext> more = List.of();
  private HubMode mode = HubMode.STANDALONE;
  private PropagatorNamespaces namespaces = PropagatorNamespaces.DEFAULT;
  private RootContents contents = RootContents.ofHeap();
  private boolean propagated = true;

  private HubCachesBuilder(
      KubernetesClient client,
      Function<ChangeListener, Informers> informers,
      ChangeListener listener,
      ProcessTime time) {
    this.client = requireNonNull(client, "client is null");
    this.informers = requireNonNull(informers, "informers is null");
    this.listener = requireNonNull(listener, "listener is null");
    this.time = requireNonNull(time, "time is null");
  }

  /** Caches a hub that has connections of their own for watches. */
  public static HubCachesBuilder of(HubConnections hub, ChangeListener listener, ProcessTime time) {
    return new HubCachesBuilder(
        hub.requests(), changes -> new Informers(hub, changes), listener, time);
  }

  /** Caches a hub by a client that exists already. */
  public static HubCachesBuilder of(
      KubernetesClient client, ChangeListener listener, ProcessTime time) {
    return new HubCachesBuilder(client, changes -> new Informers(client, changes), listener, time);
  }

  /**
   * Caches a hub as it would be without OCM's propagator, for a command that writes nothing: the
   * Lease of the propagator does not count, and the hub may lack the kind Rollout.
   */
  public static HubCachesBuilder preview(KubernetesClient client) {
    HubCachesBuilder builder = of(client, ChangeListener.NONE, ProcessTime.SYSTEM);
    builder.propagated = false;
    builder.whole = WHOLE.stream().filter(kind -> kind != Kinds.ROLLOUT).toList();
    builder.more = List.of(Kinds.ROLLOUT);
    return builder;
  }

  /** Sets the mode of the process. */
  public HubCachesBuilder mode(HubMode present) {
    mode = requireNonNull(present, "present is null");
    return this;
  }

  /** Sets where OCM's propagator keeps its Lease. */
  public HubCachesBuilder namespaces(PropagatorNamespaces leases) {
    namespaces = requireNonNull(leases, "leases is null");
    return this;
  }

  /** Adds further kinds, which are cached as far as the hub serves them. */
  public HubCachesBuilder with(List<ResourceDefinitionContext> kinds) {
    more = List.copyOf(kinds);
    return this;
  }

  /** Bounds what is kept of the contents of roots. */
  public HubCachesBuilder keeping(RootContents kept) {
    contents = requireNonNull(kept, "kept is null");
    return this;
  }

  /** Starts the informers, and waits until each has listed its kind. */
  public HubCaches start() {
    HubCaches caches = new HubCaches(this);
    try {
      caches.watch(whole, more);
      return caches;
    } catch (RuntimeException e) {
      caches.close();
      throw e;
    }
  }

  KubernetesClient client() {
    return client;
  }

  Informers informers(ChangeListener changes) {
    return informers.apply(changes);
  }

  ChangeListener listener() {
    return listener;
  }

  ProcessTime time() {
    return time;
  }

  HubMode mode() {
    return mode;
  }

  PropagatorNamespaces namespaces() {
    return namespaces;
  }

  RootContents contents() {
    return contents;
  }

  /** Returns whether clusters are started by what is cached, with the rights of the process. */
  boolean acting() {
    return propagated;
  }

  /** Returns whether the Lease of OCM's propagator counts: beside it, it always runs. */
  boolean guarded() {
    return mode == HubMode.STANDALONE && propagated;
  }
}
