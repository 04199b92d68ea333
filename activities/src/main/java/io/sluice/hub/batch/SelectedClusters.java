package io.sluice.hub.batch;

import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;

/**
 * Looks up in this process's caches which clusters the placements of one policy select right now:
 * no other cluster is written (rollout-strategy I11).
 *
 * <p>Computes them anew only when one of the objects has changed. While the placements are
 * incoherent, the clusters of the last coherent state count as selected, and before the first one
 * all do: a removal counts only in a coherent snapshot (rollout-strategy 3.7).
 */
final class SelectedClusters {
  private final PolicyName policy;
  private final Function<PolicyName, PolicyObjects> cached;
  private final Clock clock;
  private Optional<Snapshot> last = Optional.empty();

  /** The objects, and the clusters that they select; absent: not known. */
  private record Snapshot(
      PolicyObjects objects, Optional<SortedSet<String>> clusters, Optional<Instant> again) {
    /** Objects may also become coherent by time alone. */
    boolean stillIs(PolicyObjects present, Instant now) {
      return objects.sameAs(present) && again.filter(at -> !now.isBefore(at)).isEmpty();
    }
  }

  SelectedClusters(PolicyName policy, Function<PolicyName, PolicyObjects> cached, Clock clock) {
    this.policy = policy;
    this.cached = cached;
    this.clock = clock;
  }

  synchronized boolean contains(String cluster) {
    PolicyObjects objects = cached.apply(policy);
    Instant now = clock.instant();
    if (last.filter(snapshot -> snapshot.stillIs(objects, now)).isEmpty()) {
      last = Optional.of(snapshot(objects, now));
    }
    return last.get().clusters().map(selected -> selected.contains(cluster)).orElse(true);
  }

  private Snapshot snapshot(PolicyObjects objects, Instant now) {
    PolicyContext context = PolicyContext.of(objects, now);
    Optional<RootPolicy> root = context.root();
    if (root.isEmpty() || !context.coherent()) {
      return new Snapshot(
          objects, last.flatMap(Snapshot::clusters), Optional.of(now.plusSeconds(1)));
    }
    return new Snapshot(
        objects, Optional.of(context.targets(root.get().snapshot()).replicas()), Optional.empty());
  }
}
