package io.sluice.beside;

/** Lists what may have become of the Placement or the PlacementBinding of an override. */
public enum OverridePart {
  ABSENT,
  /** It is there, but a field that the override depends on was edited. */
  CHANGED,
  STANDING;

  boolean exists() {
    return this != ABSENT;
  }
}
