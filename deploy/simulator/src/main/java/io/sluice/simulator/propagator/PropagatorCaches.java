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
import java.util.concurrent.CompletableFuture;
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

  private final Map<ResourceDefinitionContext, SharedIndexInformer<GenericKubernetesResource>>
      informers = new HashMap<>();

  PropagatorCaches(KubernetesClient client, Consumer<ObjectChange> listener) {
    for (ResourceDefinitionContext kind : PropagatorKinds.ALL) {
      SharedIndexInformer<GenericKubernetesResource> informer =
          client.genericKubernetesResources(kind).inAnyNamespace().runnableInformer(0);
      informer.addEventHandler(handler(kind, listener));
      informer.exceptionHandler(
          (started, failure) -> {
            LOG.warn("The propagator cannot watch {}, and tries again", kind.getPlural(), failure);
            return true;
          });
      informers.put(kind, informer);
    }
    informers
        .get(POLICY)
        .addIndexers(Map.of(BY_ROOT, policy -> PolicyObject.rootLabel(policy).stream().toList()));
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
    CompletableFuture<?>[] starts =
        informers.values().stream()
            .map(informer -> informer.start().toCompletableFuture())
            .toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(starts).get(60, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "Cannot start the propagator: the hub does not show its objects. Start the hub first.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the propagator starts", e);
    }
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
