package io.sluice.cli;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Optional;

/**
 * Holds what people are shown of one policy.
 *
 * @param generation the newest one, rolled out or not
 * @param strategy the type of the strategy; empty: unstaged
 * @param phase empty while there is no rollout
 * @param waitingFor what it waits for; or why there is nothing to wait for
 * @param refusal why the settings were refused; empty when they were accepted
 * @param compliance sentences on an unstaged policy
 */
public record StatusView(
    PolicyName policy,
    long generation,
    Optional<String> strategy,
    Optional<String> phase,
    Optional<String> outcome,
    String waitingFor,
    Optional<String> refusal,
    List<String> compliance,
    List<Group> groups,
    List<Failing> exceptions,
    long exceptionsOmitted,
    List<Approval> approvals,
    Times times) {
  public StatusView {
    requireNonNull(policy, "policy is null");
    compliance = List.copyOf(compliance);
    groups = List.copyOf(groups);
    exceptions = List.copyOf(exceptions);
    approvals = List.copyOf(approvals);
  }

  /** True when the rollout is over and its run has closed or is about to. */
  public boolean ended() {
    return outcome.isPresent();
  }

  /** True when nothing but people keeps clusters from starting. */
  public boolean waitsForApproval() {
    return phase.filter("WaitingForApproval"::equals).isPresent();
  }

  /** The groups that somebody could approve now, in rollout order, each name once. */
  public List<String> unapproved() {
    return groups.stream()
        .filter(group -> !group.approved() && !group.tally().finished())
        .map(Group::name)
        .distinct()
        .toList();
  }

  /**
   * One decision group.
   *
   * @param name empty: the ungrouped clusters
   */
  public record Group(
      String placement, String name, long index, boolean approved, GroupProgress tally) {
    /** The group as people know it. */
    public String label() {
      return name.isEmpty() ? "ungrouped-" + index : name;
    }
  }

  /** A cluster that is not as it should be. */
  public record Failing(String cluster, String reason, String message) {}

  /** An approval that counts; the group's name is empty for the ungrouped clusters. */
  public record Approval(String group, String by, String how, Optional<String> comment) {}

  /**
   * When it was, and which version.
   *
   * @param rolledOut the generation that the attempt rolls out
   */
  public record Times(
      Optional<Long> attempt,
      Optional<Long> rolledOut,
      Optional<String> startedAt,
      Optional<String> endedAt) {}
}
