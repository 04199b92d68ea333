package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.RolloutStatus;
import java.util.List;
import java.util.Optional;

/**
 * Holds what a person has to know before an approval: what each way to give it would write.
 *
 * @param title what is approved: {@code group prod of policy policies/web}
 * @param rollout namespace and name of the Rollout object that is written
 * @param groups that would start: one, or those of the same name in several placements
 * @param version the present one; empty where it has no name
 * @param choices the default first
 */
public record ApprovalQuestion(
    String title,
    String rollout,
    List<RolloutStatus.Group> groups,
    Optional<String> version,
    List<Choice> choices) {
  public ApprovalQuestion {
    requireNonNull(title, "title is null");
    requireNonNull(rollout, "rollout is null");
    groups = List.copyOf(groups);
    requireNonNull(version, "version is null");
    choices = List.copyOf(choices);
  }

  /**
   * Holds one way.
   *
   * @param writes the fields of the spec that get another value; empty if nothing changes
   * @param notes what follows from it beside the start of the group
   */
  public record Choice(ApprovalVersion versions, List<String> writes, List<String> notes) {
    public Choice {
      requireNonNull(versions, "versions is null");
      writes = List.copyOf(writes);
      notes = List.copyOf(notes);
    }
  }
}
