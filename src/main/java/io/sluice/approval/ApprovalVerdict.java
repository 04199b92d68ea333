package io.sluice.approval;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * States whether a group that rules cover is approved at one instant (between-waves 4).
 *
 * @param revoked whether a person has revoked it, whatever was recorded
 * @param quorums how far each rule is met that covers it, in the order of the spec, at least one
 */
public record ApprovalVerdict(boolean revoked, List<Quorum> quorums) {
  public ApprovalVerdict {
    quorums = List.copyOf(quorums);
  }

  /** Returns whether the group is approved: all of its rules are met, and nobody revoked it. */
  public boolean met() {
    return !revoked && quorums.stream().allMatch(Quorum::met);
  }

  /**
   * Returns the records that count for any of its rules, one of each person: of two the earlier
   * rule's.
   */
  public List<ApprovalRecord> counted() {
    Map<String, ApprovalRecord> counted = new LinkedHashMap<>();
    quorums.stream()
        .flatMap(quorum -> quorum.counted().stream())
        .forEach(record -> counted.putIfAbsent(record.by(), record));
    return List.copyOf(counted.values());
  }

  /** Returns the rules that are not met, with what is missing. */
  public List<Quorum> unmet() {
    return quorums.stream().filter(quorum -> !quorum.met()).toList();
  }

  /** Returns when time alone changes what the group waits for; empty while somebody has to act. */
  public Optional<Instant> opens() {
    return revoked
        ? Optional.empty()
        : unmet().stream().flatMap(quorum -> quorum.opens().stream()).min(Instant::compareTo);
  }

  /** Returns when time alone changes which records count. */
  public Optional<Instant> next() {
    return quorums.stream().flatMap(quorum -> quorum.next().stream()).min(Instant::compareTo);
  }
}
