package io.sluice.check;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds what an attempt keeps of its checks between two steps.
 *
 * @param first the group that came first when the attempt began; absent: not known yet. Another one
 *     that comes first later is not the first (rollout-strategy 3.7)
 * @param records one a question, in the order in which they were answered first
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CheckState(Optional<GroupKey> first, List<CheckRecord> records) {
  /** Nothing was asked. */
  public static final CheckState NONE = new CheckState(Optional.empty(), List.of());

  public CheckState {
    first = requireNonNullElse(first, Optional.empty());
    records = List.copyOf(requireNonNullElse(records, List.of()));
  }

  /** Returns what is known of a question; empty if it was never answered. */
  public Optional<CheckRecord> of(CheckKey key) {
    return records.stream().filter(entry -> entry.key().same(key)).findFirst();
  }

  /** Returns the state after an answer. */
  public CheckState after(CheckAnswer answer) {
    List<CheckRecord> next = new ArrayList<>(records);
    for (int i = 0; i < next.size(); i++) {
      if (next.get(i).key().same(answer.key())) {
        next.set(i, next.get(i).after(answer));
        return new CheckState(first, next);
      }
    }
    next.add(CheckRecord.of(answer));
    return new CheckState(first, next);
  }

  /** Returns the same without what is not asked any more: rules that are gone, or were changed. */
  public CheckState only(List<CheckRule> rules) {
    return new CheckState(
        first,
        records.stream()
            .filter(
                entry ->
                    rules.stream()
                        .anyMatch(
                            rule ->
                                rule.name().equals(entry.key().check())
                                    && rule.hash().equals(entry.key().hash())))
            .toList());
  }

  /** Returns the same where that group came first; it stays the first. */
  public CheckState first(Optional<GroupKey> group) {
    return first.isPresent() ? this : new CheckState(group, records);
  }
}
