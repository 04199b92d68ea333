package io.sluice.oracle;

import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.Optional;

/**
 * One entry of a {@link SelectionResult}'s lists.
 *
 * @param recheckAt the instant at which time alone changes this entry
 */
public record ResultEntry(
    String cluster,
    GroupKey group,
    String status,
    Optional<Instant> since,
    Optional<Instant> recheckAt) {}
