package io.sluice.workflow;

/** Formats the failure of a golden history that is not repeated: what it means, what to do. */
public final class MismatchMessage {
  private MismatchMessage() {}

  public static String message(String history, String deviation, int rules, boolean locked) {
    return """
    Cannot repeat the history %s: %s.
    The judgement changed under rules %d, which running rollouts rely on. \
    Keep the old branch and raise Rules.CURRENT.%s\
    """
        .formatted(
            history,
            deviation,
            rules,
            locked
                ? ""
                : " The histories of rules %d are not locked yet: until then they may be recorded anew instead, see docs/testing.md."
                    .formatted(rules));
  }
}
