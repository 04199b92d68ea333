package io.sluice.replay;

/** Reports that a history cannot be replayed, with a message for the user. */
public class HistoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  HistoryException(String message) {
    super(message);
  }

  HistoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
