package io.sluice.placement.spec;

import static java.util.Objects.requireNonNull;

/**
 * Identifies a prioritizer: a built-in one, or a score of an add-on (placement 3.4).
 *
 * @param resourceName the AddOnPlacementScore; empty for built-in ones
 * @param scoreName the score in it; empty for built-in ones
 */
public record ScoreCoordinate(Prioritizer prioritizer, String resourceName, String scoreName) {
  public ScoreCoordinate {
    requireNonNull(prioritizer, "prioritizer is null");
    requireNonNull(resourceName, "resourceName is null");
    requireNonNull(scoreName, "scoreName is null");
  }

  static ScoreCoordinate builtIn(Prioritizer prioritizer) {
    return new ScoreCoordinate(prioritizer, "", "");
  }

  static ScoreCoordinate addOn(String resourceName, String scoreName) {
    return new ScoreCoordinate(Prioritizer.ADD_ON, resourceName, scoreName);
  }

  /** Returns the prioritizer's name, or {@code resource/score} for the score of an add-on. */
  public String label() {
    return prioritizer == Prioritizer.ADD_ON ? resourceName + "/" + scoreName : prioritizer.label();
  }
}
