package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.sluice.fleet.GroupKey;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.status.ShownStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds all that a page shows of one rollout.
 *
 * @param strategy the type of its strategy; empty where it is not known
 * @param groups in rollout order
 * @param timeline the newest first
 * @param unknown sentences: what could not be read, and why
 * @param readAt when this was read
 */
public record RolloutPage(
    RolloutName name,
    Optional<String> strategy,
    RolloutStatus status,
    List<GroupCells> groups,
    List<TimelineEntry> timeline,
    List<String> unknown,
    Instant readAt)
    implements ShownStatus {
  public RolloutPage {
    requireNonNull(name, "name is null");
    requireNonNull(strategy, "strategy is null");
    requireNonNull(status, "status is null");
    groups = List.copyOf(groups);
    timeline = List.copyOf(timeline);
    unknown = List.copyOf(unknown);
    requireNonNull(readAt, "readAt is null");
  }

  public RolloutListEntry summary() {
    return new RolloutListEntry(name, status);
  }

  /** Returns when soaks and deadlines end, of the clusters of which that is known. */
  public Map<String, NextInstants> instants() {
    Map<String, NextInstants> instants = new HashMap<>();
    groups.stream()
        .flatMap(group -> group.cells().stream())
        .filter(cell -> cell.next().known())
        .forEach(cell -> instants.put(cell.cluster(), cell.next()));
    return instants;
  }

  /**
   * Returns the groups that a name means, by the names that they have everywhere: {@code
   * ungrouped-1} for one without a name.
   *
   * @param groupName null or empty: the clusters without a named group
   */
  public String labels(String groupName) {
    if (groupName != null && !groupName.isEmpty()) {
      return groupName;
    }
    String labels =
        groups.stream()
            .map(each -> each.group().key())
            .filter(key -> !key.named())
            .map(GroupKey::label)
            .distinct()
            .collect(joining(", "));
    return labels.isEmpty() ? "ungrouped" : labels;
  }

  /** Returns the group of a cluster that needs attention. */
  public String label(RolloutStatus.Issue issue) {
    return groups.stream()
        .filter(each -> each.group().groupName().equals(issue.groupName()))
        .filter(
            each -> each.cells().stream().anyMatch(cell -> cell.cluster().equals(issue.cluster())))
        .map(each -> each.group().key().label())
        .findFirst()
        .orElseGet(() -> labels(issue.groupName()));
  }
}
