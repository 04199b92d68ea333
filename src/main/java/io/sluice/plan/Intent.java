package io.sluice.plan;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * Says what people want of a rollout: the spec of the Rollout object (rollout-strategy 5).
 *
 * @param approvalsForVersion the version that the approvals hold for; absent: any
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Intent(
    List<GroupApproval> decisionGroups,
    boolean ungroupedApproved,
    Optional<String> approvalsForVersion,
    boolean paused) {
  /** A Rollout without a spec. */
  public static final Intent NONE = new Intent(List.of(), false, Optional.empty(), false);

  public Intent {
    decisionGroups = List.copyOf(requireNonNullElse(decisionGroups, List.of()));
    approvalsForVersion = requireNonNullElse(approvalsForVersion, Optional.empty());
  }

  /** One entry of {@code spec.decisionGroups}. */
  public record GroupApproval(String groupName, boolean rolloutApproved) {}
}
