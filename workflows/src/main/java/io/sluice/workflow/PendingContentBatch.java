package io.sluice.workflow;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Action;

/** Asks for clusters to be given what they run until their turn. */
public record PendingContentBatch(Batch batch, Action.Provide.Content content) {
  public PendingContentBatch {
    requireNonNull(batch, "batch is null");
    requireNonNull(content, "content is null");
  }
}
