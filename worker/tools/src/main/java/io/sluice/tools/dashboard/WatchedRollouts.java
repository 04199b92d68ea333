package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Listable;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.rollout.Phase;
import io.sluice.tools.page.model.RolloutListEntry;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.status.RolloutWatch;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Follows the rollouts that a person may read: of the namespaces named; else of all; else, where
 * the hub does not allow that, of each namespace that it does allow.
 */
final class WatchedRollouts implements AutoCloseable {
  private final List<RolloutWatch<RolloutListEntry>> watches;
  private final Optional<List<String>> namespaces;

  private WatchedRollouts(
      List<RolloutWatch<RolloutListEntry>> watches, Optional<List<String>> namespaces) {
    this.watches = watches;
    this.namespaces = namespaces;
  }

  /**
   * Begins to follow them.
   *
   * @param named empty: all that may be read
   * @param fallback the namespace of the kubeconfig's context
   */
  static WatchedRollouts start(
      KubernetesClient client,
      List<String> named,
      String fallback,
      Consumer<Optional<RolloutName>> changed) {
    Optional<List<String>> namespaces =
        named.isEmpty() ? readable(client, fallback) : Optional.of(named);
    List<Optional<String>> scopes =
        namespaces
            .map(all -> all.stream().map(Optional::of).toList())
            .orElse(List.of(Optional.empty()));
    return new WatchedRollouts(
        scopes.stream()
            .map(
                scope ->
                    RolloutWatch.start(
                        client,
                        scope,
                        WatchedRollouts::entry,
                        change -> changed.accept(change.map(one -> one.value().name()))))
            .toList(),
        namespaces);
  }

  /** Returns the namespaces that may be read; empty: all of them, or it is not known yet. */
  private static Optional<List<String>> readable(KubernetesClient client, String fallback) {
    requireNonNull(fallback, "fallback is null");
    if (allowed(() -> client.genericKubernetesResources(Kinds.ROLLOUT).inAnyNamespace())) {
      return Optional.empty();
    }
    List<String> all;
    try {
      all =
          client.namespaces().list().getItems().stream()
              .map(namespace -> namespace.getMetadata().getName())
              .toList();
    } catch (KubernetesClientException e) {
      return Optional.of(List.of(fallback));
    }
    List<String> readable = readable(client, all);
    return Optional.of(readable.isEmpty() ? List.of(fallback) : readable);
  }

  /** Returns those of the namespaces whose rollouts may be read. */
  static List<String> readable(KubernetesClient client, List<String> namespaces) {
    return namespaces.stream()
        .filter(
            name ->
                allowed(() -> client.genericKubernetesResources(Kinds.ROLLOUT).inNamespace(name)))
        .toList();
  }

  private static boolean allowed(Supplier<Listable<GenericKubernetesResourceList>> objects) {
    try {
      objects.get().list(new ListOptionsBuilder().withLimit(1L).build());
      return true;
    } catch (KubernetesClientException e) {
      // Whatever else is wrong shows on the page, and may pass.
      return e.getCode() != HttpURLConnection.HTTP_FORBIDDEN;
    }
  }

  /** Returns the namespaces that are followed; empty: all. */
  Optional<List<String>> namespaces() {
    return namespaces;
  }

  List<RolloutListEntry> rollouts() {
    return watches.stream().flatMap(watch -> watch.rollouts().stream()).toList();
  }

  /** Returns whether one of them goes on, or has not begun. */
  boolean unfinished() {
    return rollouts().stream().anyMatch(rollout -> !rollout.in(Phase.DONE));
  }

  private static RolloutListEntry entry(GenericKubernetesResource object) {
    return new RolloutListEntry(
        new RolloutName(object.getMetadata().getNamespace(), object.getMetadata().getName()),
        RolloutStatusParser.of(object).status());
  }

  /** Returns why what is known may be old; empty while the hub answers. */
  Optional<String> problem() {
    return watches.stream().flatMap(watch -> watch.problem().stream()).findFirst();
  }

  /** Returns whether every list was read at least once. */
  boolean listed() {
    return watches.stream().allMatch(RolloutWatch::listed);
  }

  @Override
  public void close() {
    watches.forEach(RolloutWatch::close);
  }
}
