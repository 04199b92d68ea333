package io.sluice.tools.activation;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec.ActivatePending;
import io.sluice.policy.JsonTree;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.request.RequestContext;
import io.sluice.tools.request.RequestDecision;
import io.sluice.tools.request.RolloutRequest;
import io.sluice.tools.status.PendingRevision;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Releases what is pending of one policy, in {@code spec.activatePending} (lazy-activation 4.5).
 *
 * @param wanted the revision that must be the pending one
 * @param at when to release; empty: now
 * @param now when it is asked for
 */
record ActivationRequest(Optional<String> wanted, Optional<Instant> at, Instant now)
    implements RolloutRequest {
  private static final String LAZY =
      "Annotate the policy or its PlacementBindings with policy.open-cluster-management.io/activation-preference: Lazy to have edits wait.";

  @Override
  public String act() {
    return "activate what is pending of";
  }

  /** An edit waits also where a version goes in one step. */
  @Override
  public void check(RequestContext context) {
    if (at.filter(instant -> !instant.isAfter(now)).isPresent()) {
      throw new CliFailure(
          "%s at %s: that has passed, and would release only what was pending then. Leave --at out to activate it now."
              .formatted(cannot(context.source()), at.get()));
    }
    if (context.rollout().isEmpty()) {
      throw refusal(
          context,
          "there is no Rollout %s, so no edit of it waits. %s"
              .formatted(context.rolloutName(), LAZY));
    }
  }

  @Override
  public RequestDecision decide(RequestContext context) {
    PendingRevision pending = pending(context);
    // At an instant whatever is pending then goes, unless one revision is named.
    Optional<String> revision = at.isEmpty() ? Optional.of(pending.revision()) : wanted;
    Optional<String> instant = at.map(Instant::toString);
    ActivatePending asked = new ActivatePending(revision.orElse(null), instant.orElse(null));
    boolean already = asked.equals(context.spec().activatePending);
    List<String> lines = lines(context, pending, revision, already);
    return already
        ? RequestDecision.nothing(lines)
        : RequestDecision.write(context.edited(spec -> spec.activatePending = asked), lines);
  }

  private PendingRevision pending(RequestContext context) {
    Map<String, Object> activation =
        JsonTree.map(HubObjects.part(context.object(), "status"), "activation");
    PendingRevision pending =
        PendingRevision.of(activation)
            .orElseThrow(() -> refusal(context, nothingPending(activation)));
    if (wanted.filter(revision -> !revision.equals(pending.revision())).isPresent()) {
      throw refusal(
          context,
          "revision %s is not pending, %s is. Name that one, once you have seen it with: %s"
              .formatted(wanted.get(), pending.revision(), context.command("status")));
    }
    return pending;
  }

  private static String nothingPending(Map<String, Object> activation) {
    return JsonTree.text(JsonTree.map(activation, "active"), "revision")
        .map(
            active ->
                "nothing is pending, revision %s is active. Edit its placement or bindings first."
                    .formatted(active))
        .orElse("no edit of it waits. " + LAZY);
  }

  private List<String> lines(
      RequestContext context, PendingRevision pending, Optional<String> revision, boolean already) {
    String which = revision.isPresent() ? "Revision " + revision.get() : "What is pending then";
    String when = at.map(instant -> "at " + instant).orElse("now");
    return List.of(
        "%s of %s %s activated %s."
            .formatted(
                which, context.title(), already ? "was asked for before, and is" : "is", when),
        "  %s: %s.".formatted(pending.differences(), pending.clusters()));
  }
}
