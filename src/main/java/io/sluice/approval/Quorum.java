package io.sluice.approval;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * States how far one rule is met for one group at one instant (between-waves Q3).
 *
 * @param counted the records that count, one for each person, those that were given first come
 *     first
 * @param others the people of whom no record counts, sorted, by what keeps their latest one from it
 * @param waits whether nothing counts yet: {@code notBefore} lies ahead
 * @param authorUnknown whether nothing can count, as nobody knows who the author is
 * @param ahead when the first record that is dated ahead begins to count, within a day
 */
public record Quorum(
    ApprovalRule rule,
    List<ApprovalRecord> counted,
    SortedMap<RecordFault, List<String>> others,
    boolean waits,
    boolean authorUnknown,
    Optional<Instant> ahead) {
  public Quorum {
    requireNonNull(rule, "rule is null");
    counted = List.copyOf(counted);
    others = new TreeMap<>(Map.copyOf(others));
    requireNonNull(ahead, "ahead is null");
  }

  /** Returns whether the group may start as far as this rule goes. */
  public boolean met() {
    return !waits && enough();
  }

  /** Returns whether as many people have approved as are required, from now on or later. */
  public boolean enough() {
    return counted.size() >= rule.required();
  }

  /** Returns when time alone lets approvals count that do not count yet. */
  public Optional<Instant> opens() {
    return Stream.concat(rule.notBefore().filter(at -> waits).stream(), ahead.stream())
        .min(Instant::compareTo);
  }

  /** Returns when time alone changes which records count. */
  public Optional<Instant> next() {
    Stream<Instant> expiries =
        rule.expiresAfter().stream()
            .flatMap(length -> counted.stream().map(record -> record.at().plus(length)));
    return Stream.concat(opens().stream(), expiries).min(Instant::compareTo);
  }
}
