package io.sluice.hub.http;

/** Ends a request that gets no answer; the message says why, for the status. */
public final class NoAnswerException extends RuntimeException {
  /** Ends it; the text holds nothing of a Secret. */
  public NoAnswerException(String why) {
    super(why, null, false, false);
  }
}
