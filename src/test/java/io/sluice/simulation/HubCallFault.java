package io.sluice.simulation;

/** Lists faults of a call to the hub. */
enum HubCallFault {
  NONE,
  /** It fails after half of its clusters, and is repeated later. */
  HALF,
  /** Everything is written, but the answer is lost; it is repeated later. */
  ANSWER_LOST,
  HUB_UNREACHABLE,
  /** Its time is over after half of its clusters; the others were not tried. */
  OUT_OF_TIME;

  static HubCallFault of(long number) {
    return values()[(int) (number % values().length)];
  }
}
