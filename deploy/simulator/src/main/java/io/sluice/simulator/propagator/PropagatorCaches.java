package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.POLICY;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches the hub and keeps what it saw: the propagator reads nothing else. */
final class PropagatorCaches implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PropagatorCaches.class);
  private static final String BY_ROOT = "root";

  /** In memory it takes milliseconds. */
  private static final long START_SECONDS = 10;

  private static final int STARTS = 6;

  private final KubernetesClient client;
  private final Consumer<ObjectChange> listener;
  private final Map<ResourceDefinitionContext, SharedIndexInformer<GenericKubernetesResource>>
      informers = new ConcurrentHashMap<>();

  PropagatorCaches(KubernetesClient client, Consumer<ObjectChange> listener) {
    this.client = client;
    this.listener = listener;
    PropagatorKinds.ALL.forEach(kind -> informers.put(kind, informer(kind)));
  }

  private SharedIndexInformer<GenericKubernetesResource> informer(ResourceDefinitionContext kind) {
    SharedIndexInformer<GenericKubernetesResource> informer =
        client.genericKubernetesResources(kind).inAnyNamespace().runnableInformer(0);
    informer.addEventHandler(handler(kind, listener));
    informer.exceptionHandler(
        (started, failure) -> {
          LOG.warn("The propagator cannot watch {}, and tries again", kind.getPlural(), failure);
          return true;
        });
    if (kind.equals(POLICY)) {
      informer.addIndexers(
          Map.of(BY_ROOT, policy -> PolicyObject.rootLabel(policy).stream().toList()));
    }
    return informer;
  }

  private static ResourceEventHandler<GenericKubernetesResource> handler(
      ResourceDefinitionContext kind, Consumer<ObjectChange> listener) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(GenericKubernetesResource object) {
        listener.accept(new ObjectChange(kind, Optional.empty(), Optional.of(object)));
      }

      @Override
      public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
        listener.accept(new ObjectChange(kind, Optional.of(before), Optional.of(after)));
      }

      @Override
      public void onDelete(GenericKubernetesResource object, boolean unknownFinalState) {
        listener.accept(new ObjectChange(kind, Optional.of(object), Optional.empty()));
      }
    };
  }

  /** Starts all watches and waits until each has seen what there is. */
  void start() {
    Set<ResourceDefinitionContext> unseen = Set.copyOf(informers.keySet());
    for (int time = 0; time < STARTS; time++) {
      unseen = started(unseen);
      if (unseen.isEmpty()) {
        return;
      }
      // The client waits for the answer to a watch without a limit, and one was lost once.
      unseen.forEach(kind -> informers.put(kind, informer(kind)).close());
    }
    throw new IllegalStateException(
        "Cannot start the propagator: the hub does not show its objects of kind %s. Start the hub first."
            .formatted(unseen.stream().map(ResourceDefinitionContext::getKind).sorted().toList()));
  }

  /** Starts these; returns those that have not seen anything in time. */
  private Set<ResourceDefinitionContext> started(Set<ResourceDefinitionContext> kinds) {
    Map<ResourceDefinitionContext, CompletableFuture<?>> starts = new HashMap<>();
    kinds.forEach(kind -> starts.put(kind, informers.get(kind).start().toCompletableFuture()));
    try {
      CompletableFuture.allOf(starts.values().toArray(CompletableFuture[]::new))
          .get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The propagator does not see all kinds yet, and tries again", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the propagator starts", e);
    }
    starts.values().removeIf(start -> start.isDone() && !start.isCompletedExceptionally());
    return starts.keySet();
  }

  Optional<GenericKubernetesResource> find(
      ResourceDefinitionContext kind, String namespace, String name) {
    String key = Cache.namespaceKeyFunc(kind.isNamespaceScoped() ? namespace : null, name);
    return Optional.ofNullable(informers.get(kind).getIndexer().getByKey(key));
  }

  Stream<GenericKubernetesResource> list(ResourceDefinitionContext kind, String namespace) {
    return informers.get(kind).getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace).stream();
  }

  Stream<GenericKubernetesResource> list(ResourceDefinitionContext kind) {
    return informers.get(kind).getIndexer().list().stream();
  }

  /** Returns all policies, as if each were new. */
  List<ObjectChange> policies() {
    return list(POLICY)
        .map(policy -> new ObjectChange(POLICY, Optional.empty(), Optional.of(policy)))
        .toList();
  }

  /** Returns the replicas that are labelled with a root's {@code <namespace>.<name>}. */
  List<GenericKubernetesResource> replicas(String root) {
    return informers.get(POLICY).getIndexer().byIndex(BY_ROOT, root);
  }

  boolean isCluster(String namespace) {
    return find(PropagatorKinds.MANAGED_CLUSTER, "", namespace).isPresent();
  }

  @Override
  public void close() {
    informers.values().forEach(SharedIndexInformer::close);
  }
}
