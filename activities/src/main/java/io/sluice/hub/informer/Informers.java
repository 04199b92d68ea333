package io.sluice.hub.informer;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Watches kinds of objects, by one informer each, and looks up what they have seen. */
public final class Informers implements AutoCloseable {
  private static final long SYNC_SECONDS = 120;

  /** Objects a page: the whole list of a large fleet takes more memory than its cache. */
  private static final long PAGE = 500;

  private final KubernetesClient client;
  private final ChangeListener listener;
  private final Map<ResourceDefinitionContext, SharedIndexInformer<GenericKubernetesResource>>
      informers = Collections.synchronizedMap(new LinkedHashMap<>());
  private final List<CompletableFuture<Void>> starts =
      Collections.synchronizedList(new ArrayList<>());

  /** Prepares informers that use this client; {@link #watch} starts them. */
  public Informers(KubernetesClient client, ChangeListener listener) {
    this.client = requireNonNull(client, "client is null");
    this.listener = requireNonNull(listener, "listener is null");
  }

  /** Starts to list and watch a kind; does not wait for its list. */
  public void watch(ResourceDefinitionContext kind) {
    start(kind, informer(kind, Optional.empty()));
  }

  /** The same for the objects of that name only. */
  public void watch(ResourceDefinitionContext kind, String name) {
    start(kind, informer(kind, Optional.of(name)));
  }

  /** The same for all objects of a kind, which that store keeps. */
  public void watch(ResourceDefinitionContext kind, ItemStore<GenericKubernetesResource> store) {
    SharedIndexInformer<GenericKubernetesResource> informer = informer(kind, Optional.empty());
    informer.itemStore(store);
    // That store looks up by itself; an index by namespace has an entry for each cluster.
    informer.removeNamespaceIndex();
    start(kind, informer);
  }

  /**
   * The same for all objects of a kind, which can be found by what these functions return of them.
   */
  public void watch(
      ResourceDefinitionContext kind,
      Map<String, Function<GenericKubernetesResource, List<String>>> indexers) {
    SharedIndexInformer<GenericKubernetesResource> informer = informer(kind, Optional.empty());
    informer.addIndexers(indexers);
    start(kind, informer);
  }

  private void start(
      ResourceDefinitionContext kind, SharedIndexInformer<GenericKubernetesResource> informer) {
    // Retry forever: fabric8's default stops for good when the first list fails.
    informer.exceptionHandler(Informers::again);
    informer.addEventHandler(handler(kind));
    informers.put(kind, informer);
    starts.add(informer.start().toCompletableFuture());
  }

  /** An error of the JVM is not tried again: fabric8 would keep it from the thread's handler. */
  private static boolean again(boolean started, Throwable failure) {
    if (failure instanceof Error || failure.getCause() instanceof Error) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    }
    return true;
  }

  private SharedIndexInformer<GenericKubernetesResource> informer(
      ResourceDefinitionContext kind, Optional<String> name) {
    var objects = client.genericKubernetesResources(kind);
    var all = kind.isNamespaceScoped() ? objects.inAnyNamespace() : objects;
    return name.isPresent()
        ? all.withField("metadata.name", name.get()).runnableInformer(0)
        : all.withLimit(PAGE).runnableInformer(0);
  }

  /** Waits until each kind has been listed. */
  public void awaitSync() {
    try {
      CompletableFuture.allOf(starts.toArray(CompletableFuture[]::new))
          .get(SYNC_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Cannot watch the hub: it has not answered every list within %d s. Look at its log, and whether its CRDs are installed."
              .formatted(SYNC_SECONDS),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the informers were starting", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "Cannot watch the hub: %s. Look at its log.".formatted(e.getCause().getMessage()), e);
    }
  }

  /** Returns the kinds that are watched, in the order in which they were started. */
  public List<ResourceDefinitionContext> kinds() {
    synchronized (informers) {
      return List.copyOf(informers.keySet());
    }
  }

  /** Returns whether a kind is watched. */
  public boolean watches(ResourceDefinitionContext kind) {
    return informers.containsKey(kind);
  }

  /** Returns whether a kind is watched and its list has been received. */
  public boolean synced(ResourceDefinitionContext kind) {
    SharedIndexInformer<GenericKubernetesResource> informer = informers.get(kind);
    return informer != null && informer.hasSynced();
  }

  /** Returns the objects of a kind of which a function of that index returned this value. */
  public List<GenericKubernetesResource> by(
      ResourceDefinitionContext kind, String index, String value) {
    SharedIndexInformer<GenericKubernetesResource> informer = informers.get(kind);
    return informer == null ? List.of() : informer.getIndexer().byIndex(index, value);
  }

  /**
   * Returns whether every informer says that its watch is connected; that of a quiet kind does so
   * only after its first bookmark.
   */
  public boolean watching() {
    synchronized (informers) {
      return informers.values().stream().allMatch(SharedIndexInformer::isWatching);
    }
  }

  /** Returns all objects of a kind; none where it is not watched. */
  public List<GenericKubernetesResource> all(ResourceDefinitionContext kind) {
    SharedIndexInformer<GenericKubernetesResource> informer = informers.get(kind);
    return informer == null ? List.of() : informer.getIndexer().list();
  }

  /**
   * Returns an object; empty also where its kind is not watched.
   *
   * @param key {@code namespace/name}, or {@code name}
   */
  public Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String key) {
    return Optional.ofNullable(informers.get(kind))
        .map(informer -> informer.getIndexer().getByKey(key));
  }

  /** Returns the objects of a kind in a namespace; none where it is not watched. */
  public List<GenericKubernetesResource> in(ResourceDefinitionContext kind, String namespace) {
    SharedIndexInformer<GenericKubernetesResource> informer = informers.get(kind);
    return informer == null
        ? List.of()
        : informer.getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace);
  }

  private ResourceEventHandler<GenericKubernetesResource> handler(ResourceDefinitionContext kind) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(GenericKubernetesResource object) {
        listener.changed(kind, Optional.empty(), Optional.of(object));
      }

      @Override
      public void onUpdate(GenericKubernetesResource former, GenericKubernetesResource present) {
        listener.changed(kind, Optional.ofNullable(former), Optional.of(present));
      }

      @Override
      public void onDelete(GenericKubernetesResource object, boolean unknown) {
        listener.changed(kind, Optional.of(object), Optional.empty());
      }
    };
  }

  @Override
  public void close() {
    synchronized (informers) {
      informers.values().forEach(SharedIndexInformer::stop);
    }
  }
}
