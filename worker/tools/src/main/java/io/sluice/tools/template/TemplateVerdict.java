package io.sluice.tools.template;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationDecision;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.PendingIntent;
import io.sluice.activation.policy.ClusterChanges;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what the activation decides about a template.
 *
 * @param clusters what activating the desired intent would do to them
 * @param managed the clusters of the hub
 */
public record TemplateVerdict(
    ActivationDecision decision, ClusterChanges clusters, Set<String> managed) {
  public TemplateVerdict {
    requireNonNull(decision, "decision is null");
    requireNonNull(clusters, "clusters is null");
    managed = Set.copyOf(managed);
  }

  /** Returns what waits by this decision. */
  public Optional<PendingIntent> pending() {
    return decision
        .match(
            activate -> Optional.<ActivationRecord>empty(),
            keep -> Optional.of(keep.record()),
            hold -> Optional.<ActivationRecord>empty())
        .flatMap(ActivationRecord::pending);
  }

  /** Returns the reason, as the condition {@code Activated} names it, or the cause. */
  public String reason() {
    return decision.match(
        activate -> activate.cause().toString(),
        keep -> keep.record().pending().isPresent() ? "PendingUserChange" : "UpToDate",
        hold -> hold.reason());
  }
}
