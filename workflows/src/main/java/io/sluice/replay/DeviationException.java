package io.sluice.replay;

/** Reports that this build decides otherwise than the one that wrote the history. */
public final class DeviationException extends HistoryException {
  private static final long serialVersionUID = 1;

  private final String deviation;

  DeviationException(String run, String deviation, Throwable cause) {
    super(
        "Cannot repeat %s: this build decides otherwise. %s. Replay with the build that ran it; do not upgrade a worker to this one while that rollout runs."
            .formatted(run, deviation),
        cause);
    this.deviation = deviation;
  }

  /** Returns the first event at which it deviates, and how. */
  public String deviation() {
    return deviation;
  }
}
