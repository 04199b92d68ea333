package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * Holds what a person has to know before a request: what follows, and what it would write.
 *
 * @param title what is asked for: {@code approve group prod of policy policies/web}
 * @param rollout namespace and name of the Rollout object that is written
 * @param effect sentences on what follows from it
 * @param version the present one; empty where it has no name
 * @param content hash of the content, where a rule of approvals covers the group
 * @param choices the default first
 */
public record RequestQuestion(
    String title,
    String rollout,
    String effect,
    Optional<String> version,
    Optional<String> content,
    List<Choice> choices) {
  public RequestQuestion {
    requireNonNull(title, "title is null");
    requireNonNull(rollout, "rollout is null");
    requireNonNull(effect, "effect is null");
    requireNonNull(version, "version is null");
    requireNonNull(content, "content is null");
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
