package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Knows, from this process's caches, which clusters the placements of one policy select right now:
 * no other is written (rollout-strategy I11).
 *
 * <p>Computes them anew only when one of the objects has changed. While placements are read in no
 * coherent state, the clusters of the last coherent one are selected, and at first all: a removal
 * counts only in a coherent snapshot (rollout-strategy 3.7).
 */
final class SelectedClusters {
  private final PolicyName policy;
  private final Function<PolicyName, PolicyObjects> cached;
  private final Clock clock;
  private Optional<Snapshot> last = Optional.empty();

  /** The state of the objects, and the selected clusters in it; absent: not known. */
  private record Snapshot(
      List<String> versions, Optional<Set<String>> clusters, Optional<Instant> again) {
    /** Objects may also become coherent by time alone. */
    boolean stillIs(List<String> present, Instant now) {
      return versions.equals(present) && again.filter(at -> !now.isBefore(at)).isEmpty();
    }
  }

  SelectedClusters(PolicyName policy, Function<PolicyName, PolicyObjects> cached, Clock clock) {
    this.policy = policy;
    this.cached = cached;
    this.clock = clock;
  }

  synchronized boolean contains(String cluster) {
    PolicyObjects objects = cached.apply(policy);
    List<String> versions = versions(objects);
    Instant now = clock.instant();
    if (last.filter(snapshot -> snapshot.stillIs(versions, now)).isEmpty()) {
      last = Optional.of(snapshot(versions, objects, now));
    }
    return last.get().clusters().map(selected -> selected.contains(cluster)).orElse(true);
  }

  private Snapshot snapshot(List<String> versions, PolicyObjects objects, Instant now) {
    PolicyContext context = PolicyContext.of(objects, now);
    Optional<RootPolicy> root = context.root();
    if (root.isEmpty() || !context.coherent()) {
      return new Snapshot(
          versions, last.flatMap(Snapshot::clusters), Optional.of(now.plusSeconds(1)));
    }
    return new Snapshot(
        versions,
        Optional.of(Set.copyOf(context.targets(root.get().snapshot()).replicas())),
        Optional.empty());
  }

  private static List<String> versions(PolicyObjects objects) {
    return Stream.of(
            objects.root().stream(),
            objects.bindings().stream(),
            objects.sets().stream(),
            objects.placements().stream(),
            objects.rules().stream(),
            objects.decisions().stream())
        .flatMap(Function.identity())
        .map(GenericKubernetesResource::getMetadata)
        .map(metadata -> metadata.getUid() + metadata.getResourceVersion())
        .sorted()
        .toList();
  }
}
