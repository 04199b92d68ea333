package io.sluice.tools.config;

import picocli.CommandLine.ParseResult;

/** Marks a command that works without settings, so that wrong ones need not stop it. */
public interface OptionalConfig {
  /** Returns whether this command line asks for what settings are needed for. */
  boolean needsConfig(ParseResult parsed);

  /**
   * Returns whether settings are read where they are not needed: then what is wrong with them is
   * left to the command.
   */
  default boolean triesConfig() {
    return true;
  }
}
