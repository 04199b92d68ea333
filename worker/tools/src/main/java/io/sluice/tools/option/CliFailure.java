package io.sluice.tools.option;

/** Ends a command with a message for the person who typed it. */
public final class CliFailure extends RuntimeException {
  public CliFailure(String message) {
    super(message);
  }

  public CliFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
