package io.sluice.cli;

/** Lists what commands tell the shell. Scripts depend on these numbers. */
public final class ExitCodes {
  public static final int OK = 0;

  /** It did not work, or the rollout failed. */
  public static final int FAILED = 1;

  /** A rollout waits for a person, and nobody can answer here. */
  public static final int WAITS_FOR_A_PERSON = 2;

  /** Not done within the time given. */
  public static final int TOO_LATE = 3;

  /** The command line itself is wrong. */
  public static final int USAGE = 64;

  /** Stopped by Ctrl-C, as shells count it. */
  public static final int STOPPED = 130;

  private ExitCodes() {}
}
