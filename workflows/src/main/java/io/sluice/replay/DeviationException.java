package io.sluice.replay;

import io.sluice.rollout.Wording;

/** Reports that this build decides otherwise than the one that wrote the history. */
public final class DeviationException extends HistoryException {
  private static final long serialVersionUID = 1;

  DeviationException(RecordedRun run, String deviation, Throwable cause) {
    super(message(run, deviation), cause);
  }

  /**
   * Formats the message.
   *
   * @param deviation the first event at which it deviates, and how
   */
  public static String message(RecordedRun run, String deviation) {
    return "Cannot repeat %s: this build decides otherwise. %s. Replay it with the build that ran it, and do not give such a rollout to workers of this one while it runs."
        .formatted(run, Wording.capital(deviation).replaceFirst("\\.$", ""));
  }
}
