package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.sluice.connection.ConnectionFailure;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Follows the Rollout objects of one namespace, or of all.
 *
 * <p>It lists them, watches what changes after that, and lists again when the watch ends and after
 * half a minute in any case: so a lost event, or a connection that is dead without saying so, costs
 * at most that. While the hub does not answer it keeps what it knows, and says so.
 *
 * @param <V> what is read of an object, once for each of its versions
 */
public final class RolloutWatch<V> implements AutoCloseable {
  private static final Duration RELIST = Duration.ofSeconds(30);
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final KubernetesClient client;
  private final Optional<String> namespace;
  private final Duration relist;
  private final Function<GenericKubernetesResource, V> reader;
  private final Consumer<Optional<Change<V>>> changed;
  private final Thread thread = new Thread(this::follow, "rollouts");

  private final Map<String, Seen<V>> known = new HashMap<>();
  private Optional<String> problem = Optional.empty();
  private boolean listed;
  private boolean due;
  private volatile boolean closed;

  private record Seen<V>(String version, V value) {}

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
    return start(client, namespace, RELIST, reader, changed);
  }

  /** Does so at another pace. */
  static <V> RolloutWatch<V> start(
      KubernetesClient client,
      Optional<String> namespace,
      Duration relist,
      Function<GenericKubernetesResource, V> reader,
      Consumer<Optional<Change<V>>> changed) {
    RolloutWatch<V> watch = new RolloutWatch<>(client, namespace, relist, reader, changed);
    watch.thread.start();
    return watch;
  }

  private RolloutWatch(
      KubernetesClient client,
      Optional<String> namespace,
      Duration relist,
      Function<GenericKubernetesResource, V> reader,
      Consumer<Optional<Change<V>>> changed) {
    this.client = requireNonNull(client, "client is null");
    this.namespace = requireNonNull(namespace, "namespace is null");
    this.relist = requireNonNull(relist, "relist is null");
    this.reader = requireNonNull(reader, "reader is null");
    this.changed = requireNonNull(changed, "changed is null");
    thread.setDaemon(true);
  }

  /** Returns what was seen last. */
  public synchronized List<V> rollouts() {
    return known.values().stream().map(Seen::value).toList();
  }

  /** Returns why what is known may be old; empty while the hub answers. */
  public synchronized Optional<String> problem() {
    return problem;
  }

  /** Returns whether the hub has answered at least once. */
  public synchronized boolean listed() {
    return listed;
  }

  private void follow() {
    while (!closed) {
      try {
        Watch watch = watch(list());
        try {
          waitFor(relist);
        } finally {
          watch.close();
        }
      } catch (KubernetesClientException e) {
        fail(e);
        waitFor(RETRY);
      }
    }
  }

  private FilterWatchListDeletable<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      objects() {
    var all = client.genericKubernetesResources(Kinds.ROLLOUT);
    return namespace.isPresent() ? all.inNamespace(namespace.get()) : all.inAnyNamespace();
  }

  private String list() {
    GenericKubernetesResourceList list = objects().list();
    List<Change<V>> changes = new ArrayList<>();
    boolean recovered;
    synchronized (this) {
      due = false;
      recovered = problem.isPresent() || !listed;
      problem = Optional.empty();
      listed = true;
      Set<String> gone = new HashSet<>(known.keySet());
      for (GenericKubernetesResource object : list.getItems()) {
        gone.remove(key(object));
        put(object).ifPresent(changes::add);
      }
      gone.forEach(key -> changes.add(new Change<>(known.remove(key).value(), true)));
    }
    if (recovered) {
      changed.accept(Optional.empty());
    }
    changes.forEach(change -> changed.accept(Optional.of(change)));
    return list.getMetadata().getResourceVersion();
  }

  private Watch watch(String version) {
    return objects()
        .watch(
            new ListOptionsBuilder().withResourceVersion(version).build(),
            new Watcher<GenericKubernetesResource>() {
              @Override
              public void eventReceived(Action action, GenericKubernetesResource object) {
                if (action == Action.ADDED || action == Action.MODIFIED) {
                  put(object).ifPresent(change -> changed.accept(Optional.of(change)));
                } else if (action == Action.DELETED) {
                  changed.accept(Optional.of(remove(object)));
                }
              }

              @Override
              public void onClose(WatcherException cause) {
                listAgain();
              }

              @Override
              public void onClose() {
                listAgain();
              }
            });
  }

  /** Returns what is new; empty for a version that is known. */
  private synchronized Optional<Change<V>> put(GenericKubernetesResource object) {
    String version = HubObjects.resourceVersion(object);
    Seen<V> before = known.get(key(object));
    if (before != null && before.version().equals(version)) {
      return Optional.empty();
    }
    V value = reader.apply(object);
    known.put(key(object), new Seen<>(version, value));
    return Optional.of(new Change<>(value, false));
  }

  private synchronized Change<V> remove(GenericKubernetesResource object) {
    known.remove(key(object));
    return new Change<>(reader.apply(object), true);
  }

  private static String key(GenericKubernetesResource object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  private void fail(KubernetesClientException failure) {
    String message =
        "The hub does not answer, so what is shown may be old: %s."
            .formatted(ConnectionFailure.ofHub(failure).reason());
    boolean news;
    synchronized (this) {
      due = false;
      news = !problem.equals(Optional.of(message));
      problem = Optional.of(message);
    }
    if (news) {
      changed.accept(Optional.empty());
    }
  }

  private synchronized void listAgain() {
    due = true;
    notifyAll();
  }

  /** Ends earlier when the watch ends, or this is closed. */
  private synchronized void waitFor(Duration longest) {
    long until = System.nanoTime() + longest.toNanos();
    try {
      for (long left = longest.toMillis();
          left > 0 && !due && !closed;
          left = Duration.ofNanos(until - System.nanoTime()).toMillis()) {
        wait(left);
      }
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  @Override
  public void close() {
    closed = true;
    listAgain();
    thread.interrupt();
  }
}
