package io.sluice.check;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Shows one check of a group, for a status.
 *
 * @param group label of the group
 * @param failed whether it has failed by {@link CheckRule#failureLimit} or {@link
 *     CheckRule#giveUpAfter}
 * @param message of its last answer
 * @param override who lets this attempt pass; absent: nobody
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CheckView(
    String check,
    String group,
    CheckStage stage,
    CheckResult result,
    boolean failed,
    Optional<Instant> passedAt,
    String message,
    Optional<CheckOverride> override) {
  public CheckView {
    requireNonNull(check, "check is null");
    requireNonNull(group, "group is null");
    requireNonNull(stage, "stage is null");
    requireNonNull(result, "result is null");
    passedAt = requireNonNullElse(passedAt, Optional.empty());
    message = requireNonNullElse(message, "");
    override = requireNonNullElse(override, Optional.empty());
  }

  /**
   * Shows what is known of a question.
   *
   * @param group the group, by the index that it has now
   */
  public static CheckView of(
      CheckRule rule, CheckRecord known, GroupKey group, String rolloutUid, Instant now) {
    return new CheckView(
        rule.name(),
        group.label(),
        known.key().stage(),
        known.result(),
        known.failed(rule, now),
        known.passedAt(),
        known.message(),
        rule.overrideOf(rolloutUid, group));
  }
}
