package io.sluice.tools.manifest;

/** Ends the reading of a document that is no tree of JSON. */
final class TreeFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int line;

  /**
   * Creates it.
   *
   * @param line of the file, counted from one
   * @param why without a full stop
   */
  TreeFault(int line, String why) {
    super(why, null, false, false);
    this.line = line;
  }

  int line() {
    return line;
  }
}
