package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.ServedKinds;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.BindingContext;
import io.sluice.hub.template.BindingParser;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.WorkName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Has the controller send what a workload mounts to a cluster before the workload itself
 * (lazy-activation 3, rule 5).
 *
 * <p>The binding names the clusters whose turn has come; the controller then sends the dependencies
 * there, and the next try of the cluster finds them.
 */
final class DependencyTurns {
  private static final int LOOKS = 15;
  private static final int LOOK_MILLIS = 200;

  private final HubApi hub;
  private final ServedKinds kinds;

  DependencyTurns(KubernetesClient client) {
    this.hub = new HubApi(client);
    this.kinds = new ServedKinds(client);
  }

  /** Says that the turn of these clusters has come, if the workload mounts anything. */
  void mark(BindingContext context, List<String> clusters) {
    BindingState workload = context.state().orElseThrow();
    if (!workload.dependencies().isEmpty() && !workload.turn().containsAll(clusters)) {
      ConflictRetry.write(
          "mark the turn of clusters of binding " + context.name(),
          "patch",
          Kinds.resource(KarmadaKinds.binding(workload.namespace())),
          () -> {
            hub.get(
                    KarmadaKinds.binding(workload.namespace()),
                    workload.namespace(),
                    workload.name())
                .ifPresent(binding -> mark(binding, clusters));
            return Optional.of(true);
          });
    }
  }

  /**
   * Waits a moment for the dependencies that exist to be sent to the cluster; returns whether all
   * are.
   */
  boolean arrived(BindingContext context, String cluster) {
    List<ResourceId> missing =
        context.state().orElseThrow().dependencies().stream()
            .filter(dependency -> !sent(dependency, cluster))
            .filter(this::exists)
            .toList();
    for (int i = 0; i < LOOKS && !missing.isEmpty(); i++) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
      missing = missing.stream().filter(dependency -> !sent(dependency, cluster)).toList();
    }
    return missing.isEmpty();
  }

  private boolean exists(ResourceId dependency) {
    return kinds
        .find(dependency.apiVersion(), dependency.kind())
        .flatMap(kind -> hub.get(kind, dependency.namespace(), dependency.name()))
        .filter(found -> !HubObjects.deleting(found))
        .isPresent();
  }

  private boolean sent(ResourceId dependency, String cluster) {
    return hub.get(KarmadaKinds.WORK, WorkName.namespace(cluster), WorkName.of(dependency))
        .filter(work -> !HubObjects.deleting(work))
        .isPresent();
  }

  private void mark(GenericKubernetesResource binding, List<String> clusters) {
    BindingState state = BindingParser.parse(binding);
    List<String> turn =
        Stream.concat(state.turn().stream(), clusters.stream()).distinct().sorted().toList();
    if (!HubObjects.annotations(binding)
        .getOrDefault(KarmadaKeys.TURN, "")
        .equals(String.join(",", turn))) {
      hub.merge(
          KarmadaKinds.binding(state.namespace()),
          binding.getMetadata(),
          "",
          Map.of(
              "metadata", Map.of("annotations", Map.of(KarmadaKeys.TURN, String.join(",", turn)))));
    }
  }
}
