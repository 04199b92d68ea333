package io.sluice.check;

import static java.util.Objects.requireNonNull;

/** Holds one entry of {@code spec.checks}: when it is asked, and what. */
public record CheckDefinition(CheckRule rule, CheckTarget target) {
  public CheckDefinition {
    requireNonNull(rule, "rule is null");
    requireNonNull(target, "target is null");
  }
}
