package io.sluice.activation;

import io.sluice.policy.Hashes;
import java.util.List;
import java.util.Map;

/** Identifies content and targeting together (lazy-activation 1.3). */
public final class IntentRevision {
  private static final int DIGITS = 12;

  private IntentRevision() {}

  /**
   * Returns the revision. The owner's name is no part of it: another owner that wants the same
   * changes nothing.
   *
   * @param content hash of the content
   * @param snapshot all fields of the targeting that wait, by name
   */
  public static String of(String content, Map<String, Object> snapshot) {
    return Hashes.ofVerbatim(List.of(content, snapshot), DIGITS);
  }
}
