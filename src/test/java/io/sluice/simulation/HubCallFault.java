package io.sluice.simulation;

/** Lists what can happen to a call of the hub. */
enum HubCallFault {
  NONE,
  /** It fails when half of its clusters are written, and is repeated later. */
  HALF,
  /** Everything is written, but the answer is lost; it is repeated later. */
  ANSWER_LOST,
  HUB_AWAY;

  static HubCallFault of(long number) {
    return values()[(int) (number % values().length)];
  }
}
