package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.control.run.LiveClusters;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.BindingContext;
import io.sluice.hub.template.BindingReader;
import io.sluice.policy.BindingName;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.SettledIntent;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads from the hub which clusters a binding does not select at this moment (rollout-strategy
 * 3.2).
 *
 * <p>The clusters of a binding are derived from labels, by a process that may have been suspended
 * since it saw them: so the labels count, too, as the hub has them.
 */
final class LiveBindings {
  private final BindingReader reader;
  private final LiveClusters clusters;

  LiveBindings(BindingReader reader, LiveClusters clusters) {
    this.reader = requireNonNull(reader, "reader is null");
    this.clusters = requireNonNull(clusters, "clusters is null");
  }

  /** Returns which clusters are not selected. */
  Predicate<String> unselected(BindingName name) {
    BindingContext live = reader.read(name);
    if (live.state().isEmpty()) {
      return cluster -> true;
    }
    BindingState binding = live.state().get();
    Set<String> target = Set.copyOf(live.clusters().target());
    Optional<SettledIntent> active = SettledIntent.of(binding);
    return clusters.outside(
        cluster ->
            target.contains(cluster)
                || !binding.requiredClusters().contains(cluster)
                    && active.filter(intent -> selects(intent, cluster)).isPresent());
  }

  private boolean selects(SettledIntent intent, String cluster) {
    return clusters
        .read(cluster)
        .filter(found -> !HubObjects.deleting(found))
        .filter(found -> intent.selects(cluster, HubObjects.labels(found)))
        .isPresent();
  }
}
