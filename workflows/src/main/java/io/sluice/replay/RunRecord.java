package io.sluice.replay;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds what the surroundings of a run did: the hub, clusters and people. Nothing in it was decided
 * by the workflow.
 *
 * @param calls to the hub with their answers, in the order in which they were asked
 * @param inputs signals and accepted updates, in the order of arrival
 * @param canceledAt when someone canceled it in Temporal
 * @param approvalsRefused whether a worker answered that approvals by message do not count
 */
public record RunRecord(
    List<RecordedCall> calls,
    List<RecordedInput> inputs,
    Optional<Instant> canceledAt,
    boolean approvalsRefused) {
  public RunRecord {
    calls = List.copyOf(calls);
    inputs = List.copyOf(inputs);
    requireNonNull(canceledAt, "canceledAt is null");
  }
}
