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
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Follows the Rollout objects of one namespace, or of all. While the hub does not answer it keeps
 * what it knows, says so, and tries again with growing pauses, whatever the failure; what cannot
 * pass is {@link #end}.
 *
 * @param <V> what is read of an object, once for each of its versions
 */
public final class RolloutWatch<V> implements AutoCloseable {
  /** Answers that stay the same until somebody else changes something. */
  private static final Set<Integer> LASTING =
      Set.of(HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN);

  private final Function<GenericKubernetesResource, V> reader;
  private final Consumer<Optional<Change<V>>> changed;
  private final Informers informers;
  private final Map<String, V> known = new HashMap<>();
  private Optional<String> problem = Optional.empty();
  private Optional<RuntimeException> end = Optional.empty();
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

  /**
   * Returns why it is of no use to wait any longer: the hub refuses this user, or the watch has met
   * an error of the JVM. Empty again once the hub answers.
   */
  public synchronized Optional<RuntimeException> end() {
    return end;
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
    if (failure.isEmpty()) {
      end = Optional.empty();
    }
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
    public void broken(ResourceDefinitionContext kind, Error error) {
      end(
          new IllegalStateException(
              "Cannot follow the rollouts: %s. Start the command again, with --verbose for details."
                  .formatted(error),
              error));
      answers(Optional.of("What is shown may be old: " + error + "."));
      changed.accept(Optional.empty());
    }

    @Override
    public void failed(
        ResourceDefinitionContext kind, KubernetesClientException failure, int times) {
      if (times == 1 && listed()) {
        // A watch that was cut; whether the hub answers shows the next one.
        return;
      }
      if (LASTING.contains(failure.getCode())) {
        end(failure);
      }
      String message =
          "The hub %s, so what is shown may be old: %s."
              .formatted(
                  failure.getCode() > 0 ? "refuses to be read" : "does not answer",
                  ConnectionFailure.ofHub(failure).reason());
      if (answers(Optional.of(message))) {
        changed.accept(Optional.empty());
      }
    }
  }

  private synchronized void end(RuntimeException why) {
    end = Optional.of(why);
  }

  @Override
  public void close() {
    informers.close();
  }
}
