package io.sluice.tools.dashboard;

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
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.tools.page.model.RolloutListEntry;
import io.sluice.tools.page.model.RolloutName;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Follows the Rollout objects of one namespace, or of all.
 *
 * <p>It lists them, watches what changes after that, and lists again when the watch ends and after
 * half a minute in any case: so a lost event, or a connection that is dead without saying so, costs
 * at most that. While the hub does not answer it keeps what it knows, and says so.
 */
final class RolloutWatch implements AutoCloseable {
  private final KubernetesClient client;
  private final Optional<String> namespace;
  private final Duration relist;
  private final Duration retry;
  private final Consumer<Optional<RolloutName>> changed;
  private final Thread thread = new Thread(this::follow, "rollouts");

  private Map<RolloutName, Seen> known = Map.of();
  private Optional<String> problem = Optional.empty();
  private boolean listed;
  private boolean due;
  private volatile boolean closed;

  private record Seen(String version, RolloutListEntry summary) {}

  /**
   * Prepares it; {@link #start} starts it.
   *
   * @param changed is called with the rollout that changed; without one when the hub stops or
   *     begins to answer
   */
  RolloutWatch(
      KubernetesClient client,
      Optional<String> namespace,
      Duration relist,
      Duration retry,
      Consumer<Optional<RolloutName>> changed) {
    this.client = requireNonNull(client, "client is null");
    this.namespace = requireNonNull(namespace, "namespace is null");
    this.relist = requireNonNull(relist, "relist is null");
    this.retry = requireNonNull(retry, "retry is null");
    this.changed = requireNonNull(changed, "changed is null");
    thread.setDaemon(true);
  }

  RolloutWatch start() {
    thread.start();
    return this;
  }

  /** Returns what was seen last. */
  synchronized List<RolloutListEntry> rollouts() {
    return known.values().stream().map(Seen::summary).toList();
  }

  /** Returns why what is known may be old; empty while the hub answers. */
  synchronized Optional<String> problem() {
    return problem;
  }

  /** Returns whether the hub has answered at least once. */
  synchronized boolean listed() {
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
        waitFor(retry);
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
    Map<RolloutName, Seen> found = new HashMap<>();
    list.getItems().forEach(object -> found.put(name(object), seen(object)));
    Map<RolloutName, Seen> former;
    boolean recovered;
    synchronized (this) {
      due = false;
      former = known;
      recovered = problem.isPresent() || !listed;
      known = found;
      problem = Optional.empty();
      listed = true;
    }
    if (recovered) {
      changed.accept(Optional.empty());
    }
    found.forEach(
        (name, seen) -> {
          Seen before = former.get(name);
          if (before == null || !before.version().equals(seen.version())) {
            changed.accept(Optional.of(name));
          }
        });
    former.keySet().stream()
        .filter(name -> !found.containsKey(name))
        .forEach(name -> changed.accept(Optional.of(name)));
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
                  put(object);
                } else if (action == Action.DELETED) {
                  remove(object);
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

  private void put(GenericKubernetesResource object) {
    synchronized (this) {
      Map<RolloutName, Seen> next = new HashMap<>(known);
      next.put(name(object), seen(object));
      known = next;
    }
    changed.accept(Optional.of(name(object)));
  }

  private void remove(GenericKubernetesResource object) {
    synchronized (this) {
      Map<RolloutName, Seen> next = new HashMap<>(known);
      next.remove(name(object));
      known = next;
    }
    changed.accept(Optional.of(name(object)));
  }

  private static RolloutName name(GenericKubernetesResource object) {
    return new RolloutName(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  private static Seen seen(GenericKubernetesResource object) {
    return new Seen(
        HubObjects.resourceVersion(object),
        new RolloutListEntry(name(object), RolloutStatusParser.of(object).status()));
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
