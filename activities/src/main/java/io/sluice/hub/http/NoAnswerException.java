package io.sluice.hub.http;

import static java.util.Objects.requireNonNull;

/** Ends a request that gets no answer; the message says why, for the status. */
public final class NoAnswerException extends RuntimeException {
  private final String general;

  /** Ends it; the text holds nothing of a Secret. */
  public NoAnswerException(String why) {
    this(why, why);
  }

  /**
   * Ends it.
   *
   * @param why holds nothing of a Secret but the address, if it is from one
   * @param general the same without anything of the address
   */
  NoAnswerException(String why, String general) {
    super(why, null, false, false);
    this.general = requireNonNull(general, "general is null");
  }

  /** Returns why, for where the address is a secret, too. */
  public String general() {
    return general;
  }
}
