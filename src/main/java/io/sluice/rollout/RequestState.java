package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Holds what was requested of a running attempt by message; it ends with the attempt.
 *
 * @param approvals groups approved by message (rollout-strategy A5)
 * @param approvedInSpec names of the groups that the Rollout's spec approved at the last step, an
 *     empty one for the ungrouped clusters; revoking such an approval also revokes one by message
 *     (A6)
 * @param paused whether the attempt is paused by message
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record RequestState(
    List<RequestedApproval> approvals, List<String> approvedInSpec, boolean paused) {
  public static final RequestState NONE = new RequestState(List.of(), List.of(), false);

  public RequestState {
    approvals = List.copyOf(requireNonNullElse(approvals, List.of()));
    approvedInSpec = List.copyOf(requireNonNullElse(approvedInSpec, List.of()));
  }

  /** Returns the requests of an attempt that is continued with these. */
  public static RequestState of(List<RequestedApproval> approvals, boolean paused) {
    return new RequestState(approvals, List.of(), paused);
  }

  /** Adds an approval; it replaces an earlier one of the same group. */
  public RequestState plus(RequestedApproval approval) {
    List<RequestedApproval> next = new ArrayList<>(without(approval.groupName()).approvals);
    next.add(approval);
    return new RequestState(next, approvedInSpec, paused);
  }

  public RequestState without(Optional<String> groupName) {
    List<RequestedApproval> next =
        approvals.stream().filter(given -> !given.groupName().equals(groupName)).toList();
    return new RequestState(next, approvedInSpec, paused);
  }

  public RequestState paused(boolean pause) {
    return new RequestState(approvals, approvedInSpec, pause);
  }

  /** Removes approvals by message whose group is no longer approved in the spec (A6). */
  public RequestState after(Intent intent) {
    TreeSet<String> now = new TreeSet<>(intent.approvedNames());
    RequestState next = this;
    for (String name : approvedInSpec) {
      if (!now.contains(name)) {
        next = next.without(name.isEmpty() ? Optional.empty() : Optional.of(name));
      }
    }
    return new RequestState(next.approvals, List.copyOf(now), paused);
  }
}
