package io.sluice.stranger;

/** Tries what one who is no administrator may do, one random write after the other. */
interface StrangerSearch {
  /** Writes once, and returns what was written, for people who look for what went wrong. */
  String write();

  /** Returns how many writes were taken so far. */
  int accepted();
}
