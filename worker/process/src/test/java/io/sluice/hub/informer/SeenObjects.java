package io.sluice.hub.informer;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.Acceptance;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.RecordedWrite;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Tells a listener of every change, and waits until it was told of all that a hub in memory holds.
 */
public final class SeenObjects implements ChangeListener {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 20;

  private final EmbeddedHub hub;
  private final KubernetesClient client;
  private final Supplier<List<ResourceDefinitionContext>> kinds;

  /** By kind and key, the version of which the listener was told last. */
  private final Map<String, Map<String, String>> seen = new HashMap<>();

  /** The kinds of which all was seen once. */
  private final Set<String> awaited = new HashSet<>();

  /** Of which something was written since then. */
  private final Set<String> changed = new HashSet<>();

  private ChangeListener listener = ChangeListener.NONE;
  private List<RecordedWrite> writes = List.of();

  /**
   * Watches a hub.
   *
   * @param kinds of which all objects are watched at that time
   */
  public SeenObjects(
      EmbeddedHub hub, KubernetesClient client, Supplier<List<ResourceDefinitionContext>> kinds) {
    this.hub = hub;
    this.client = client;
    this.kinds = kinds;
  }

  /** Sets who is told of the changes; called before the watch begins. */
  public ChangeListener tell(ChangeListener told) {
    listener = told;
    return this;
  }

  @Override
  public void changed(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    listener.changed(kind, former, present);
    synchronized (this) {
      Map<String, String> versions =
          seen.computeIfAbsent(Kinds.resource(kind), none -> new HashMap<>());
      ObjectMeta meta = present.or(() -> former).orElseThrow().getMetadata();
      if (present.isPresent()) {
        versions.put(key(meta), meta.getResourceVersion());
      } else {
        versions.remove(key(meta));
      }
      notifyAll();
    }
  }

  private static String key(ObjectMeta meta) {
    return meta.getNamespace() + "/" + meta.getName();
  }

  /** Waits until the listener was told of what has been written. */
  public void await() {
    List<RecordedWrite> all = hub.writes();
    // Where the hub has forgotten some, its first is another one.
    boolean same = !writes.isEmpty() && !all.isEmpty() && all.get(0) == writes.get(0);
    List<RecordedWrite> last = all.subList(same ? writes.size() : 0, all.size());
    last.stream().map(RecordedWrite::resource).forEach(changed::add);
    // With one object others may go, which it owns.
    boolean any = last.stream().anyMatch(write -> write.verb().startsWith("delete"));
    kinds.get().stream()
        .filter(kind -> any || changed.contains(kind.getPlural()) || !awaited(kind))
        .forEach(this::await);
    writes = all;
  }

  private Map<String, String> versions(ResourceDefinitionContext kind) {
    var objects = client.genericKubernetesResources(kind);
    var all = kind.isNamespaceScoped() ? objects.inAnyNamespace() : objects;
    return all.list().getItems().stream()
        .filter(object -> Acceptance.accepted(kind, object))
        .map(GenericKubernetesResource::getMetadata)
        .collect(Collectors.toMap(SeenObjects::key, ObjectMeta::getResourceVersion));
  }

  private boolean awaited(ResourceDefinitionContext kind) {
    return awaited.contains(Kinds.resource(kind));
  }

  private void await(ResourceDefinitionContext kind) {
    awaited.add(Kinds.resource(kind));
    changed.remove(kind.getPlural());
    long until = System.nanoTime() + LONGEST.toNanos();
    while (!shows(kind, versions(kind))) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException(
            "Cannot go on: the watch of %s shows not what the hub has."
                .formatted(kind.getPlural()));
      }
    }
  }

  /** Waits a moment where it does not: until the next change, or until the hub is asked again. */
  private synchronized boolean shows(ResourceDefinitionContext kind, Map<String, String> wanted) {
    if (seen.getOrDefault(Kinds.resource(kind), Map.of()).equals(wanted)) {
      return true;
    }
    try {
      wait(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return seen.getOrDefault(Kinds.resource(kind), Map.of()).equals(wanted);
  }
}
