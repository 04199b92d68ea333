package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.rollout.Progress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what the clusters of a group show that inform until their turn (rollout-strategy 6.3).
 *
 * @param group its label
 */
public record InformPass(String group, Progress.InformCounts counts) {
  public InformPass {
    requireNonNull(group, "group is null");
    requireNonNull(counts, "counts is null");
  }

  /**
   * Returns that of each group, in their order; none before there is a version to inform of.
   *
   * @param progress what the replicas show now
   */
  static List<InformPass> of(
      PreparedAttempt.Origin origin, Progress progress, PolicyContext context) {
    Map<GroupKey, Progress.InformCounts> written =
        origin == PreparedAttempt.Origin.RUNNING ? written(context) : Map.of();
    return origin == PreparedAttempt.Origin.NEXT
        ? List.of()
        : progress.groups().stream().flatMap(group -> of(group, written).stream()).toList();
  }

  /**
   * The run knows more than the hub shows: beside OCM's propagator nothing else has seen which
   * reports were there before the version. Its counts may be a moment old.
   */
  private static Optional<InformPass> of(
      Progress.Group group, Map<GroupKey, Progress.InformCounts> written) {
    return group
        .inform()
        .map(
            shown ->
                Optional.ofNullable(written.get(group.key()))
                    .filter(counts -> counts.clusters() == shown.clusters())
                    .orElse(shown))
        .map(counts -> new InformPass(group.label(), counts));
  }

  private static Map<GroupKey, Progress.InformCounts> written(PolicyContext context) {
    Map<GroupKey, Progress.InformCounts> written = new HashMap<>();
    context
        .rolloutStatus()
        .map(RolloutStatusParser::groups)
        .orElse(List.of())
        .forEach(group -> counts(group).ifPresent(counts -> written.put(group.placed(), counts)));
    return written;
  }

  private static Optional<Progress.InformCounts> counts(RolloutStatus.Group group) {
    return Optional.ofNullable(group.inform());
  }
}
