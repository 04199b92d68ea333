package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
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
 * @param recent the latest requests, newest last
 * @param skipped clusters that failed and were skipped in the attempt that a small rollout
 *     completes; they stay ignored (6.3)
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record RequestState(
    List<RequestedApproval> approvals,
    List<String> approvedInSpec,
    boolean paused,
    List<RecordedRequest> recent,
    List<String> skipped) {
  public static final RequestState NONE = new RequestState(List.of(), List.of(), false);
  private static final int MOST_RECENT = 10;

  public RequestState {
    approvals = List.copyOf(requireNonNullElse(approvals, List.of()));
    approvedInSpec = List.copyOf(requireNonNullElse(approvedInSpec, List.of()));
    recent = List.copyOf(requireNonNullElse(recent, List.of()));
    skipped = List.copyOf(requireNonNullElse(skipped, List.of()));
  }

  public RequestState(
      List<RequestedApproval> approvals, List<String> approvedInSpec, boolean paused) {
    this(approvals, approvedInSpec, paused, List.of(), List.of());
  }

  /** Returns the requests of an attempt that is continued with these. */
  public static RequestState of(List<RequestedApproval> approvals, boolean paused) {
    return new RequestState(approvals, List.of(), paused);
  }

  /** Returns the same, with these clusters ignored as in the attempt that it completes. */
  public RequestState skipping(List<String> clusters) {
    return new RequestState(approvals, approvedInSpec, paused, recent, clusters);
  }

  /** Adds an approval; it replaces an earlier one of the same group. */
  public RequestState plus(RequestedApproval approval) {
    List<RequestedApproval> next = new ArrayList<>(without(approval.groupName()).approvals);
    next.add(approval);
    return new RequestState(next, approvedInSpec, paused, recent, skipped);
  }

  public RequestState without(Optional<String> groupName) {
    List<RequestedApproval> next =
        approvals.stream().filter(given -> !given.groupName().equals(groupName)).toList();
    return new RequestState(next, approvedInSpec, paused, recent, skipped);
  }

  public RequestState paused(boolean pause) {
    return new RequestState(approvals, approvedInSpec, pause, recent, skipped);
  }

  /** Adds the record of a request; only the latest ones are kept. */
  public RequestState plus(RecordedRequest request) {
    List<RecordedRequest> next = new ArrayList<>(recent);
    next.add(request);
    return new RequestState(
        approvals,
        approvedInSpec,
        paused,
        next.subList(Math.max(0, next.size() - MOST_RECENT), next.size()),
        skipped);
  }

  /** Returns the request that paused the attempt; absent if it is not kept any more. */
  public Optional<RecordedRequest> pause() {
    return recent.stream()
        .filter(request -> paused && request.what().equals(RecordedRequest.PAUSED))
        .reduce((earlier, later) -> later);
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
    return new RequestState(next.approvals, List.copyOf(now), paused, recent, skipped);
  }

  /**
   * Records who requested what of an attempt by message (rollout-strategy A5, 5).
   *
   * @param what {@code paused}, {@code resumed}, {@code aborted}, {@code approved group dev}, ...
   * @param by the name given by the sender, as {@code unverified:ann}
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record RecordedRequest(String what, String by, Instant at, Optional<String> comment) {
    public static final String PAUSED = "paused";

    public RecordedRequest {
      requireNonNull(what, "what is null");
      requireNonNull(by, "by is null");
      requireNonNull(at, "at is null");
      comment = requireNonNullElse(comment, Optional.empty());
    }

    /** Formats {@code by unverified:ann at 10:20:00Z: it is Friday}. */
    public String byWhom(Instant now) {
      return "by %s at %s%s"
          .formatted(by, Wording.at(at, now), comment.map(": "::concat).orElse(""));
    }
  }
}
