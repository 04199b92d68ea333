package io.sluice.worker;

import io.sluice.cli.Cli;

/** Starts Sluice. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(Cli.run(args));
  }
}
