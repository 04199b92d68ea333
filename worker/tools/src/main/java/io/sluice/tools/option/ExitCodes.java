package io.sluice.tools.option;

/** Lists the exit codes of the commands. Scripts depend on these numbers. */
public final class ExitCodes {
  public static final int OK = 0;

  /** The command or the rollout failed. */
  public static final int FAILED = 1;

  /** A rollout waits for a person, and the input is no terminal. */
  public static final int WAITS_FOR_A_PERSON = 2;

  /** The hub could not be read, or lacks what the command line names. */
  public static final int NOT_READ = 2;

  /** The rollout did not end within the given time. */
  public static final int TOO_LATE = 3;

  /** The command line is wrong. */
  public static final int USAGE = 64;

  /** Stopped by Ctrl-C, as shells count it. */
  public static final int STOPPED = 130;

  private ExitCodes() {}
}
