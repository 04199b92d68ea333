package io.sluice.plan;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Remembers what people asked of a running attempt by message; it ends with the attempt.
 *
 * @param approvals groups they let go (rollout-strategy A5)
 * @param approvedInSpec names of the groups that the Rollout's spec approved at the last step, an
 *     empty one for the ungrouped: taking such an approval back withdraws a message, too (A6)
 * @param paused whether they paused it
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Wishes(List<MessageApproval> approvals, List<String> approvedInSpec, boolean paused) {
  static final Wishes NONE = new Wishes(List.of(), List.of(), false);

  public Wishes {
    approvals = List.copyOf(requireNonNullElse(approvals, List.of()));
    approvedInSpec = List.copyOf(requireNonNullElse(approvedInSpec, List.of()));
  }

  /** The wishes of an attempt that goes on with these. */
  public static Wishes of(List<MessageApproval> approvals, boolean paused) {
    return new Wishes(approvals, List.of(), paused);
  }

  /** Asked twice for one group, the later request is the one that is told. */
  Wishes plus(MessageApproval approval) {
    List<MessageApproval> next = new ArrayList<>(without(approval.groupName()).approvals);
    next.add(approval);
    return new Wishes(next, approvedInSpec, paused);
  }

  Wishes without(Optional<String> groupName) {
    List<MessageApproval> next =
        approvals.stream().filter(given -> !given.groupName().equals(groupName)).toList();
    return new Wishes(next, approvedInSpec, paused);
  }

  Wishes paused(boolean wanted) {
    return new Wishes(approvals, approvedInSpec, wanted);
  }

  /** What is left of the messages once people have changed the spec (rollout-strategy A6). */
  Wishes seen(Intent intent) {
    TreeSet<String> now = new TreeSet<>(intent.approvedNames());
    Wishes next = this;
    for (String name : approvedInSpec) {
      if (!now.contains(name)) {
        next = next.without(name.isEmpty() ? Optional.empty() : Optional.of(name));
      }
    }
    return new Wishes(next.approvals, List.copyOf(now), paused);
  }
}
