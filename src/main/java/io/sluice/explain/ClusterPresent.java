package io.sluice.explain;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * Describes where a cluster stands in an attempt, and what it waits for: the answer to the query
 * {@code why}.
 *
 * @param group label of its group
 * @param place its place by name among the members of its group, from 1
 * @param members how many members the group has
 * @param status OCM's status of it
 * @param stage finer than the status: {@code Waiting}, {@code Started}, {@code Dispatched}, {@code
 *     Soaking} or {@code Final}
 * @param since when that began; absent while it waits for its turn
 * @param dispatched when the hub took the write
 * @param soakUntil when the soak ends
 * @param deadline when it fails without success
 * @param waitsFor what it waits for, in numbers; absent once it is final
 * @param next what happens next, and when
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ClusterPresent(
    String cluster,
    String group,
    int place,
    int members,
    String status,
    String stage,
    Optional<Instant> since,
    Optional<Instant> dispatched,
    Optional<Instant> soakUntil,
    Optional<Instant> deadline,
    Optional<String> waitsFor,
    String next) {
  public ClusterPresent {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(group, "group is null");
    requireNonNull(status, "status is null");
    requireNonNull(stage, "stage is null");
    since = requireNonNullElse(since, Optional.empty());
    dispatched = requireNonNullElse(dispatched, Optional.empty());
    soakUntil = requireNonNullElse(soakUntil, Optional.empty());
    deadline = requireNonNullElse(deadline, Optional.empty());
    waitsFor = requireNonNullElse(waitsFor, Optional.empty());
    requireNonNull(next, "next is null");
  }
}
