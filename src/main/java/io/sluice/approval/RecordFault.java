package io.sluice.approval;

/** Lists why a recorded approval does not count, in the order in which it is asked. */
public enum RecordFault {
  /** It is dated later than now. */
  AHEAD("dated ahead"),
  EXPIRED("expired"),
  /** It was given for another version, content or attempt. */
  OTHER_VERSION("for another version"),
  /** It was not given as a member of a group that the rule names. */
  NO_MEMBER("from no group that counts"),
  /** The rule separates authors, and nobody knows who this one is. */
  AUTHOR_UNKNOWN("not known to be separate"),
  /** It is that of the author of the version. */
  AUTHOR("by the author");

  private final String label;

  RecordFault(String label) {
    this.label = label;
  }

  /** Says it in a few words, before the names of people. */
  public String label() {
    return label;
  }
}
