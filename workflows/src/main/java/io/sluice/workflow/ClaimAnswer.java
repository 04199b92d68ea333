package io.sluice.workflow;

import static java.util.Objects.requireNonNull;

/**
 * Answers a claim of the Rollout object.
 *
 * @param because why it is not granted: another attempt was faster, or the object is gone
 */
public record ClaimAnswer(boolean granted, String because) {
  public ClaimAnswer {
    requireNonNull(because, "because is null");
  }

  public static ClaimAnswer held() {
    return new ClaimAnswer(true, "");
  }

  public static ClaimAnswer refused(String because) {
    return new ClaimAnswer(false, because);
  }
}
