package io.sluice.workflow;

import static java.util.Objects.requireNonNull;

import io.sluice.plan.Action;

/** Asks for clusters to be given what they run until their turn. */
public record Provision(Batch batch, Action.Provide.Content content) {
  public Provision {
    requireNonNull(batch, "batch is null");
    requireNonNull(content, "content is null");
  }
}
