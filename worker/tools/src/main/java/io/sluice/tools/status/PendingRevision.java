package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what {@code status.activation.pending} of a Rollout says (lazy-activation 4.5).
 *
 * @param from the objects whose edit waits
 * @param changes what of them differs
 * @param added how many clusters join when it is activated
 * @param changed how many stay, and change
 * @param left how many leave
 */
public record PendingRevision(
    String revision,
    String since,
    String from,
    List<String> changes,
    long added,
    long changed,
    long left) {
  public PendingRevision {
    requireNonNull(revision, "revision is null");
    requireNonNull(since, "since is null");
    requireNonNull(from, "from is null");
    changes = List.copyOf(changes);
  }

  /** Parses the activation; empty while nothing is pending. */
  public static Optional<PendingRevision> of(Map<String, Object> activation) {
    Map<String, Object> pending = JsonTree.map(activation, "pending");
    return JsonTree.text(pending, "revision")
        .map(
            revision ->
                new PendingRevision(
                    revision,
                    JsonTree.text(pending, "since").orElse(""),
                    JsonTree.text(pending, "from").orElse(""),
                    JsonTree.texts(pending, "changes"),
                    JsonTree.number(pending, "clustersToAdd"),
                    JsonTree.number(pending, "clustersToChange"),
                    JsonTree.number(pending, "clustersToRemove")));
  }

  /** Formats the numbers: {@code 12 clusters added, 0 changed, 3 left}. */
  public String clusters() {
    return "%d %s added, %d changed, %d left"
        .formatted(added, added == 1 ? "cluster" : "clusters", changed, left);
  }

  /** Formats what differs: {@code placement of PlacementBinding/policies/web}. */
  public String differences() {
    return "%s of %s".formatted(String.join(", ", changes), from);
  }
}
