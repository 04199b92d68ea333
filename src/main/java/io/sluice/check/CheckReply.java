package io.sluice.check;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

/**
 * Holds what a question was answered with, as history records it (between-waves K4): never the
 * body.
 *
 * @param message what came, or why nothing did, in at most {@value #LONGEST} characters
 * @param hash of the whole body; empty where none came
 */
public record CheckReply(CheckResult result, String message, String hash) {
  /** The longest message, in characters. */
  public static final int LONGEST = 200;

  public CheckReply {
    requireNonNull(result, "result is null");
    message = requireNonNullElse(message, "");
    message = message.length() <= LONGEST ? message : message.substring(0, LONGEST - 1) + "…";
    hash = requireNonNullElse(hash, "");
  }

  /** Holds that nothing came that says whether it passed (K2). */
  public static CheckReply none(String why) {
    return new CheckReply(CheckResult.WAIT, why, "");
  }
}
