package io.sluice.rollout.lifecycle;

import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Intent;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says which field to set, for who reads the status of a Rollout with {@code kubectl}
 * (rollout-strategy 5); and takes that away again for who has a command or a button for it.
 *
 * <p>What is stored on the hub has the advice, as nobody knows who will read it.
 */
public final class FieldAdvice {
  private static final String RETRY = "Change the %s, or set spec.retryRollout.rolloutUID to %s.";
  private static final String RETRY_OF =
      "Change the %s, or set spec.retryRollout.rolloutUID of Rollout %s/%s to %s.";
  private static final String GROUP = "Set rolloutApproved to %s for it in spec.approvals.";
  private static final String UNGROUPED =
      "Set rolloutApproved to %s for " + Intent.UNGROUPED + " in spec.approvals.";
  private static final String RECORD = "Record an approval in its entry of spec.decisionGroups.";
  private static final String UNGROUPED_RECORD = "Record an approval in spec.ungrouped.";
  private static final String RESUME = "Set spec.paused to false, or resume.";
  private static final String ACTIVATE =
      "To activate it now, set spec.activatePending.revision of Rollout %s to %s.";

  /** How workers before spec.approvals said it: a status may have it still. */
  private static final List<String> FORMER =
      List.of(
          "Set rolloutApproved to true for it in spec.decisionGroups.",
          "Set spec.ungrouped.rolloutApproved to true.");

  private static final List<Pattern> ALL =
      Stream.concat(
              Stream.of(
                  RETRY, RETRY_OF, GROUP, UNGROUPED, RECORD, UNGROUPED_RECORD, RESUME, ACTIVATE),
              FORMER.stream())
          .map(FieldAdvice::pattern)
          .toList();

  private FieldAdvice() {}

  /**
   * Says how the same version is rolled out again.
   *
   * @param content what may change instead: {@code policy}
   */
  public static String retry(String content, String rolloutUid) {
    return RETRY.formatted(content, rolloutUid);
  }

  /** Says the same with the name of the Rollout. */
  public static String retry(RolloutTarget target, String rolloutUid) {
    return RETRY_OF.formatted(
        target.content(), target.namespace(), target.rolloutName(), rolloutUid);
  }

  /** Says how a group is approved. */
  public static String approve(boolean named) {
    return approved(named, true);
  }

  /** Says how a group is approved that rules cover. */
  public static String record(boolean named) {
    return named ? RECORD : UNGROUPED_RECORD;
  }

  /** Says how the approval of a group is taken back. */
  public static String revoke(boolean named) {
    return approved(named, false);
  }

  private static String approved(boolean named, boolean approved) {
    return (named ? GROUP : UNGROUPED).formatted(approved);
  }

  /** Says how a pause in the spec is ended. */
  public static String resume() {
    return RESUME;
  }

  /** Says how what is pending is activated at once (lazy-activation 4.5). */
  public static String activate(String rolloutName, String revision) {
    return ACTIVATE.formatted(rolloutName, revision);
  }

  /** Returns the message without what to set; empty if it says nothing else. */
  public static String without(String message) {
    String rest = message;
    for (Pattern advice : ALL) {
      rest = advice.matcher(rest).replaceAll("");
    }
    return rest.strip();
  }

  private static Pattern pattern(String advice) {
    return Pattern.compile(
        Arrays.stream(advice.split("%s", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\S+", " ?", "")));
  }
}
