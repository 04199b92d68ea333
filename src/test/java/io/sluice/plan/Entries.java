package io.sluice.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks things up in states and steps, for tests. */
final class Entries {
  private Entries() {}

  static Set<String> names(AttemptState state) {
    return state.clusters().stream().map(ClusterState::cluster).collect(Collectors.toSet());
  }

  static Optional<ClusterState> of(AttemptState state, String cluster) {
    return state.clusters().stream().filter(entry -> entry.cluster().equals(cluster)).findFirst();
  }

  static List<String> dispatched(Step step) {
    return step.actions().stream()
        .filter(Action.Dispatch.class::isInstance)
        .flatMap(action -> ((Action.Dispatch) action).clusters().stream())
        .toList();
  }

  static List<String> lookedAt(Step step) {
    return step.actions().stream()
        .filter(Action.Look.class::isInstance)
        .flatMap(action -> ((Action.Look) action).clusters().stream())
        .toList();
  }

  static boolean closes(Step step) {
    return step.actions().stream().anyMatch(Action.Close.class::isInstance);
  }

  /** Those written for the first time by this step. */
  static Set<String> starts(AttemptState before, Step step) {
    Set<String> starts = new HashSet<>(dispatched(step));
    starts.removeAll(names(before));
    return starts;
  }
}
