package io.sluice.mutation;

/**
 * Holds what the check of an entry found.
 *
 * @param place where the passage is now; as it was where only a person can tell
 * @param message what is wrong, and how to repair it; empty if nothing is
 */
record PlaceFinding(Kind kind, PassagePlace place, String message) {

  enum Kind {
    FITS,
    /** It fits, but the member has changed around the passage. */
    STALE,
    /** It does not fit, and its new place is known. */
    REPAIRABLE,
    /** It does not fit, and a person has to write it anew. */
    BROKEN
  }

  boolean failed() {
    return kind == Kind.REPAIRABLE || kind == Kind.BROKEN;
  }
}
