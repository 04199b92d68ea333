package io.sluice.hub.check;

/** Ends a question that cannot be answered; the message says why, for the status (K2). */
final class NoAnswerException extends RuntimeException {
  NoAnswerException(String why) {
    super(why, null, false, false);
  }
}
