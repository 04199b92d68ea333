package io.sluice.tools.course;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Holds the option that names an attempt. */
public final class AttemptOption {
  @Option(
      names = "--attempt",
      paramLabel = "NUMBER",
      description = "Attempt to look at. Default: the newest.")
  private Long attempt;

  /** Returns the number that is asked for; empty: the newest. */
  public Optional<Long> number() {
    return Optional.ofNullable(attempt);
  }
}
