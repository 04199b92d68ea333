package io.sluice.beside;

import java.util.Arrays;
import java.util.Optional;

/** Lists when clusters are withdrawn from the override (policy-propagation 14.3.6). */
public enum OverrideRelease {
  /** All at once, when the rollout is done: the default. */
  WHEN_DONE("WhenDone"),
  /** Each cluster after its soak. */
  PER_CLUSTER("PerCluster"),
  /** Not at all: every later edit of the policy is enforced on them at once. */
  NEVER("Never");

  private final String label;

  OverrideRelease(String label) {
    this.label = label;
  }

  /** Returns the value of {@code spec.overrideRelease}. */
  public String label() {
    return label;
  }

  /** Returns the release of that name; empty for any other text. */
  public static Optional<OverrideRelease> ofLabel(String label) {
    return Arrays.stream(values()).filter(release -> release.label.equals(label)).findFirst();
  }
}
