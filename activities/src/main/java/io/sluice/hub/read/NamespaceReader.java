package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.ReadSharer;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.schedule.CalendarReader;
import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * Reads what decides about all policies of a namespace. One read serves all runs that ask while the
 * one before it is under way: a thousand that begin at once would each list a thousand bindings.
 *
 * <p>Placement rules are read only where a binding names one: many hubs have no such kind.
 */
final class NamespaceReader {
  private final HubApi hub;
  private final HubMode mode;
  private final CalendarReader calendars;
  private final RequestPool pool;
  private final ReadSharer<String, Objects> objects = new ReadSharer<>(this::read);
  private final ReadSharer<String, CalendarReader.Named> named = new ReadSharer<>(this::readNamed);

  /**
   * Holds what was read.
   *
   * @param cluster whether the namespace is that of a managed cluster
   * @param ofCluster the calendars that select Rollouts themselves; empty if they may not be seen
   * @param parsed what was parsed of these objects
   */
  record Objects(
      List<GenericKubernetesResource> bindings,
      List<GenericKubernetesResource> sets,
      List<GenericKubernetesResource> placements,
      List<GenericKubernetesResource> rules,
      List<GenericKubernetesResource> decisions,
      boolean cluster,
      Optional<List<GenericKubernetesResource>> ofCluster,
      PlacementCache parsed) {
    Objects {
      bindings = List.copyOf(bindings);
      sets = List.copyOf(sets);
      placements = List.copyOf(placements);
      rules = List.copyOf(rules);
      decisions = List.copyOf(decisions);
    }
  }

  NamespaceReader(HubApi hub, HubMode mode, CalendarReader calendars, RequestPool pool) {
    this.hub = requireNonNull(hub, "hub is null");
    this.mode = requireNonNull(mode, "mode is null");
    this.calendars = requireNonNull(calendars, "calendars is null");
    this.pool = requireNonNull(pool, "pool is null");
  }

  /** Returns the objects of a namespace, read after this call. */
  Future<Objects> ask(String namespace) {
    return objects.ask(namespace);
  }

  /** Returns the calendars of a namespace that Rollouts name, read after this call. */
  Future<CalendarReader.Named> askNamed(String namespace) {
    return named.ask(namespace);
  }

  private CompletableFuture<CalendarReader.Named> readNamed(String namespace) {
    return pool.begin(() -> calendars.named(namespace));
  }

  private CompletableFuture<Objects> read(String namespace) {
    CompletableFuture<List<GenericKubernetesResource>> bindings =
        list(Kinds.PLACEMENT_BINDING, namespace);
    CompletableFuture<List<GenericKubernetesResource>> sets = list(Kinds.POLICY_SET, namespace);
    CompletableFuture<List<GenericKubernetesResource>> placements =
        list(Kinds.PLACEMENT, namespace);
    CompletableFuture<List<GenericKubernetesResource>> decisions =
        list(Kinds.PLACEMENT_DECISION, namespace);
    CompletableFuture<Boolean> cluster =
        mode == HubMode.STANDALONE
            ? pool.begin(() -> hub.get(Kinds.MANAGED_CLUSTER, "", namespace).isPresent())
            : CompletableFuture.completedFuture(false);
    CompletableFuture<Optional<List<GenericKubernetesResource>>> ofCluster =
        pool.begin(calendars::ofCluster);
    CompletableFuture<List<GenericKubernetesResource>> rules =
        bindings.thenCompose(found -> rules(found, namespace));
    return CompletableFuture.allOf(rules, sets, placements, decisions, cluster, ofCluster)
        .thenApply(
            all ->
                new Objects(
                    bindings.join(),
                    sets.join(),
                    placements.join(),
                    rules.join(),
                    decisions.join(),
                    cluster.join(),
                    ofCluster.join(),
                    new PlacementCache()));
  }

  private CompletableFuture<List<GenericKubernetesResource>> list(
      ResourceDefinitionContext kind, String namespace) {
    return pool.begin(() -> hub.list(kind, namespace));
  }

  /** Reads the placement rules that bindings name. */
  private CompletableFuture<List<GenericKubernetesResource>> rules(
      List<GenericKubernetesResource> bindings, String namespace) {
    List<CompletableFuture<Optional<GenericKubernetesResource>>> reads =
        bindings.stream()
            .map(binding -> HubObjects.part(binding, "placementRef"))
            .filter(ref -> Kinds.PLACEMENT_RULE.getKind().equals(ref.get("kind")))
            .flatMap(ref -> JsonTree.text(ref, "name").stream())
            .distinct()
            .sorted()
            .map(name -> pool.begin(() -> hub.get(Kinds.PLACEMENT_RULE, namespace, name)))
            .toList();
    return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new))
        .thenApply(
            all -> reads.stream().map(CompletableFuture::join).flatMap(Optional::stream).toList());
  }
}
