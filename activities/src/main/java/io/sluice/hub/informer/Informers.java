package io.sluice.hub.informer;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.transport.SilenceLimits;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Watches kinds of objects, by one {@link Reflector} each, and looks up what they have seen. */
public final class Informers implements AutoCloseable {
  private static final long SYNC_SECONDS = 120;

  private final KubernetesClient client;
  private final Duration window;
  private final ChangeListener listener;
  private final ObjectParser parser = new ObjectParser();
  private final Map<ResourceDefinitionContext, Informer> informers =
      Collections.synchronizedMap(new LinkedHashMap<>());

  /** One kind. Lookups by index work only in a store of this class; any other store has its own. */
  private record Informer(Reflector reflector, ItemStore<GenericKubernetesResource> store) {
    Optional<IndexedObjects> own() {
      return store instanceof IndexedObjects objects ? Optional.of(objects) : Optional.empty();
    }
  }

  /** Prepares informers on connections of their own; {@link #watch} starts them. */
  public Informers(HubConnections hub, ChangeListener listener) {
    this(hub.watches(), hub.limits(), listener);
  }

  /** The same with a client that exists already. */
  public Informers(KubernetesClient client, ChangeListener listener) {
    this(client, SilenceLimits.DEFAULTS, listener);
  }

  private Informers(KubernetesClient client, SilenceLimits limits, ChangeListener listener) {
    this.client = requireNonNull(client, "client is null");
    this.window = limits.window();
    this.listener = requireNonNull(listener, "listener is null");
  }

  /** Starts to list and watch a kind; does not wait for its list. */
  public void watch(ResourceDefinitionContext kind) {
    watch(kind, Map.of());
  }

  /** The same for a kind that the hub may lack: it is asked again and again whether it does. */
  public void watchIfServed(ResourceDefinitionContext kind) {
    start(
        kind,
        "",
        "",
        new IndexedObjects(Map.of()),
        Optional.of(() -> new HubApi(client).lacks(kind)));
  }

  /** The same for the objects of that name only. */
  public void watch(ResourceDefinitionContext kind, String name) {
    start(kind, "", named(name), new IndexedObjects(Map.of()), Optional.empty());
  }

  /** The same for the objects of one namespace. */
  public void watchIn(ResourceDefinitionContext kind, String namespace) {
    start(kind, namespace, "", new IndexedObjects(Map.of()), Optional.empty());
  }

  /** The same for one object. */
  public void watchOne(ResourceDefinitionContext kind, String namespace, String name) {
    start(kind, namespace, named(name), new IndexedObjects(Map.of()), Optional.empty());
  }

  private static String named(String name) {
    return "metadata.name=" + name;
  }

  /** The same for all objects of a kind, which that store keeps. */
  public void watch(ResourceDefinitionContext kind, ItemStore<GenericKubernetesResource> store) {
    start(kind, "", "", store, Optional.empty());
  }

  /**
   * The same for policies whose status somebody else writes, for all clusters anew with the report
   * of each: the rows of clusters are passed over in the status of roots.
   */
  public void watchWithoutRows(ItemStore<GenericKubernetesResource> store) {
    start(
        Kinds.POLICY,
        collection(Kinds.POLICY, ""),
        "",
        store,
        Optional.empty(),
        new ObjectParser(false));
  }

  /**
   * The same for all objects of a kind, which can be found by what these functions return of them.
   */
  public void watch(
      ResourceDefinitionContext kind,
      Map<String, Function<GenericKubernetesResource, List<String>>> indexers) {
    start(kind, "", "", new IndexedObjects(indexers), Optional.empty());
  }

  private void start(
      ResourceDefinitionContext kind,
      String namespace,
      String fields,
      ItemStore<GenericKubernetesResource> store,
      Optional<BooleanSupplier> lacking) {
    start(kind, collection(kind, namespace), fields, store, lacking, parser);
  }

  private void start(
      ResourceDefinitionContext kind,
      URI collection,
      String fields,
      ItemStore<GenericKubernetesResource> store,
      Optional<BooleanSupplier> lacking,
      ObjectParser objects) {
    Reflector reflector =
        new Reflector(
            client.getHttpClient(),
            new Reflector.Source(kind, collection, fields, window, lacking),
            objects,
            store,
            KeptMemory.of(kind.getKind()),
            listener);
    informers.put(kind, new Informer(reflector, store));
    reflector.start();
  }

  private URI collection(ResourceDefinitionContext kind, String namespace) {
    String root = kind.getGroup().isEmpty() ? "api/" : "apis/";
    String within = namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/";
    return URI.create(
        client.getMasterUrl() + root + Kinds.apiVersion(kind) + within + kind.getPlural());
  }

  /** Waits until each kind has been listed. */
  public void awaitSync() {
    try {
      CompletableFuture.allOf(
              reflectors().stream().map(Reflector::synced).toArray(CompletableFuture[]::new))
          .get(SYNC_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Cannot watch the hub: it has not answered every list within %d s. Look at its log, and whether its CRDs are installed.%s"
              .formatted(
                  SYNC_SECONDS, problems().stream().map(" "::concat).collect(Collectors.joining())),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the informers were starting", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "Cannot watch the hub: %s. Look at its log.".formatted(e.getCause().getMessage()), e);
    }
  }

  private List<Reflector> reflectors() {
    synchronized (informers) {
      return informers.values().stream().map(Informer::reflector).toList();
    }
  }

  private Optional<Informer> of(ResourceDefinitionContext kind) {
    return Optional.ofNullable(informers.get(kind));
  }

  /** Returns the kinds that are watched, in the order in which they were started. */
  public List<ResourceDefinitionContext> kinds() {
    synchronized (informers) {
      return List.copyOf(informers.keySet());
    }
  }

  /**
   * Has every kind listed anew. A watch shows every change after its version, but not how far it
   * lags behind.
   */
  public void listAnew() {
    reflectors().forEach(Reflector::listAnew);
  }

  /** Returns whether a kind is watched and has been listed, also since {@link #listAnew}. */
  public boolean synced(ResourceDefinitionContext kind) {
    return of(kind).map(Informer::reflector).filter(Reflector::fulfilled).isPresent();
  }

  /** Returns whether a kind is watched, and the hub served it when it was listed last. */
  public boolean served(ResourceDefinitionContext kind) {
    return of(kind).map(Informer::reflector).filter(Reflector::served).isPresent();
  }

  /** Returns whether a kind is being watched. */
  public boolean watching(ResourceDefinitionContext kind) {
    return of(kind).map(Informer::reflector).filter(Reflector::watching).isPresent();
  }

  /** Returns whether every kind is being watched. */
  public boolean watching() {
    return reflectors().stream().allMatch(Reflector::watching);
  }

  /**
   * Returns how long the watch of a kind has received nothing, neither an event nor the bookmark
   * that a server sends about every minute; empty if it never did.
   *
   * @param resource the kind, as {@code policies.policy.open-cluster-management.io}
   */
  public Optional<Duration> silence(String resource) {
    return kinds().stream()
        .filter(kind -> Kinds.resource(kind).equals(resource))
        .findFirst()
        .flatMap(this::of)
        .flatMap(informer -> informer.reflector().silence());
  }

  /** Returns how many objects cannot be read, by the name of their kind; 0 where all can. */
  public Map<String, Integer> unreadable() {
    Map<String, Integer> numbers = new TreeMap<>();
    kinds()
        .forEach(
            kind ->
                of(kind)
                    .map(informer -> informer.reflector().unreadable())
                    .ifPresent(
                        number -> numbers.merge(Kinds.resource(kind), number, Integer::sum)));
    return numbers;
  }

  /** Returns why kinds cannot be listed: the last failure of each. */
  public List<String> problems() {
    return kinds().stream()
        .flatMap(
            kind ->
                of(kind).flatMap(informer -> informer.reflector().problem()).stream()
                    .map(
                        failure ->
                            HubException.of("list " + Kinds.resource(kind), "list", kind, failure)
                                .getMessage()))
        .toList();
  }

  /** Returns the objects of a kind of which a function of that index returned this value. */
  public List<GenericKubernetesResource> by(
      ResourceDefinitionContext kind, String index, String value) {
    return of(kind).flatMap(Informer::own).map(store -> store.by(index, value)).orElse(List.of());
  }

  /** Returns all objects of a kind; none where it is not watched. */
  public List<GenericKubernetesResource> all(ResourceDefinitionContext kind) {
    return of(kind).map(informer -> informer.store().values().toList()).orElse(List.of());
  }

  /**
   * Returns an object; empty also where its kind is not watched.
   *
   * @param key {@code namespace/name}, or {@code name}
   */
  public Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String key) {
    return of(kind).map(informer -> informer.store().get(key));
  }

  /** Returns the objects of a kind in a namespace; none where it is not watched. */
  public List<GenericKubernetesResource> in(ResourceDefinitionContext kind, String namespace) {
    return of(kind).flatMap(Informer::own).map(store -> store.in(namespace)).orElse(List.of());
  }

  @Override
  public void close() {
    reflectors().forEach(Reflector::close);
  }
}
