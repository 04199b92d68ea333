package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.connection.ConnectionFailure;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.informer.Informers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Follows the Rollout objects of one namespace, or of all. While the hub does not answer it keeps
 * what it knows, and says so.
 *
 * @param <V> what is read of an object, once for each of its versions
 */
public final class RolloutWatch<V> implements AutoCloseable {
  private final Function<GenericKubernetesResource, V> reader;
  private final Consumer<Optional<Change<V>>> changed;
  private final Informers informers;
  private final Map<String, V> known = new HashMap<>();
  private Optional<String> problem = Optional.empty();
  private boolean listed;

  /** Holds what became of one object: another version, or its last one when it was deleted. */
  public record Change<V>(V value, boolean deleted) {}

  /**
   * Begins to follow them.
   *
   * @param namespace empty for all
   * @param changed is called with what changed; without a change when the hub stops or begins to
   *     answer
   */
  public static <V> RolloutWatch<V> start(
      KubernetesClient client,
      Optional<String> namespace,
      Function<GenericKubernetesResource, V> reader,
      Consumer<Optional<Change<V>>> changed) {
    RolloutWatch<V> watch = new RolloutWatch<>(client, reader, changed);
    namespace.ifPresentOrElse(
        name -> watch.informers.watchIn(Kinds.ROLLOUT, name),
        () -> watch.informers.watch(Kinds.ROLLOUT));
    return watch;
  }

  private RolloutWatch(
      KubernetesClient client,
      Function<GenericKubernetesResource, V> reader,
      Consumer<Optional<Change<V>>> changed) {
    this.reader = requireNonNull(reader, "reader is null");
    this.changed = requireNonNull(changed, "changed is null");
    this.informers = new Informers(client, new Listener());
  }

  /** Returns what was seen last. */
  public synchronized List<V> rollouts() {
    return List.copyOf(known.values());
  }

  /** Returns why what is known may be old; empty while the hub answers. */
  public synchronized Optional<String> problem() {
    return problem;
  }

  /** Returns whether the hub has answered at least once. */
  public synchronized boolean listed() {
    return listed;
  }

  private synchronized Change<V> put(GenericKubernetesResource object) {
    V value = reader.apply(object);
    known.put(key(object), value);
    return new Change<>(value, false);
  }

  private synchronized Change<V> remove(GenericKubernetesResource object) {
    known.remove(key(object));
    return new Change<>(reader.apply(object), true);
  }

  private static String key(GenericKubernetesResource object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  /** Returns whether that is news. */
  private synchronized boolean answers(Optional<String> failure) {
    boolean news = !problem.equals(failure) || failure.isEmpty() && !listed;
    problem = failure;
    listed |= failure.isEmpty();
    return news;
  }

  private final class Listener implements ChangeListener {
    @Override
    public void changed(
        ResourceDefinitionContext kind,
        Optional<GenericKubernetesResource> former,
        Optional<GenericKubernetesResource> present) {
      Change<V> change =
          present.map(RolloutWatch.this::put).orElseGet(() -> remove(former.orElseThrow()));
      changed.accept(Optional.of(change));
    }

    @Override
    public void answered(ResourceDefinitionContext kind) {
      if (answers(Optional.empty())) {
        changed.accept(Optional.empty());
      }
    }

    @Override
    public void failed(
        ResourceDefinitionContext kind, KubernetesClientException failure, int times) {
      if (times == 1 && listed()) {
        // A watch that was cut; whether the hub answers shows the next one.
        return;
      }
      String message =
          "The hub does not answer, so what is shown may be old: %s."
              .formatted(ConnectionFailure.ofHub(failure).reason());
      if (answers(Optional.of(message))) {
        changed.accept(Optional.empty());
      }
    }
  }

  @Override
  public void close() {
    informers.close();
  }
}
