package io.sluice.hub.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.rollout.ClusterIssue.IssueReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lists clusters on which an edit of the policy was enforced before its rollout, once no run writes
 * the status (policy-propagation 14.3.5). An open run lists those that it knows itself.
 */
public final class UnstagedChanges {
  private static final int MOST = 100;

  private static final String SEEN =
      "Generation %d was enforced at once: it was made while the cluster enforced the policy.";

  private static final String UNKNOWN =
      "Generation %d was made while the cluster enforced the policy. Whether it was enforced there"
          + " at once is not known: no worker watched at that moment.";

  private UnstagedChanges() {}

  /**
   * Returns the status with those of these clusters that were seen to enforce the edit, or may have
   * done so unseen; empty if a run writes it, or if it lists them.
   *
   * @param generation the one that was enforced
   */
  public static Optional<Map<String, Object>> listed(
      GenericKubernetesResource rollout, long generation, UnstagedFindings found, Instant now) {
    RolloutStatus status = RolloutStatusParser.of(rollout).status();
    List<RolloutStatus.Issue> issues =
        new ArrayList<>(Objects.requireNonNullElse(status.exceptions, List.of()));
    Set<String> known =
        issues.stream()
            .filter(issue -> IssueReason.UNSTAGED_CHANGE.label().equals(issue.reason()))
            .map(RolloutStatus.Issue::cluster)
            .collect(Collectors.toSet());
    Map<String, String> fresh = new LinkedHashMap<>();
    found.seen().forEach(cluster -> fresh.put(cluster, SEEN.formatted(generation)));
    found.unknown().forEach(cluster -> fresh.put(cluster, UNKNOWN.formatted(generation)));
    fresh.keySet().removeAll(known);
    if (RolloutStatusTree.open(rollout) || fresh.isEmpty()) {
      return Optional.empty();
    }
    issues.removeIf(issue -> fresh.containsKey(issue.cluster()));
    int room = Math.max(0, MOST - issues.size());
    fresh.entrySet().stream()
        .limit(room)
        .map(entry -> issue(entry.getKey(), entry.getValue(), now))
        .forEach(issues::add);
    issues.sort(Comparator.comparing(RolloutStatus.Issue::cluster, ByteOrder.NAMES));
    status.exceptions = issues;
    long omitted =
        Math.max(
            Objects.requireNonNullElse(status.exceptionsOmitted, 0L), (long) fresh.size() - room);
    status.exceptionsOmitted = omitted > 0 ? omitted : null;
    return Optional.of(
        RolloutStatusTree.of(RolloutStatusTree.status(rollout))
            .set(status, List.of("exceptions", "exceptionsOmitted"))
            .tree());
  }

  private static RolloutStatus.Issue issue(String cluster, String message, Instant now) {
    return new RolloutStatus.Issue(
        cluster,
        "",
        "Succeeded",
        IssueReason.UNSTAGED_CHANGE.label(),
        now.truncatedTo(ChronoUnit.SECONDS).toString(),
        message,
        false);
  }
}
