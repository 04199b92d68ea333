package io.sluice.strategy;

import static java.util.Objects.requireNonNull;

/**
 * Says of settings that they are legal, but not what they seem: a Warning event when the attempt
 * starts.
 *
 * @param reason the event's reason
 * @param note its sentences
 */
public record Warning(String reason, String note) {
  /** The reason of everything that the reader of a strategy finds odd. */
  public static final String ODD_SETTING = "OddSetting";

  /** The reason for Progressive without a limit (rollout-strategy 1.5). */
  public static final String NO_LIMIT = "NoLimit";

  public Warning {
    requireNonNull(reason, "reason is null");
    requireNonNull(note, "note is null");
  }
}
