package io.sluice.tools.request;

import io.sluice.hub.crd.RolloutSpec.AbortRollout;
import io.sluice.rollout.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends the attempt that is open as Aborted, in {@code spec.abortRollout}. */
record AbortRequest() implements RolloutRequest {
  @Override
  public String act() {
    return "abort the rollout of";
  }

  @Override
  public RequestDecision decide(RequestContext context) {
    Optional<String> uid = context.rolloutUid();
    if (uid.isEmpty()) {
      throw refusal(context, "it has not begun. Look at it with: " + context.command("status"));
    }
    if (context.outcome().isPresent()) {
      throw refusal(
          context,
          "its outcome is already %s, so there is nothing to abort."
              .formatted(context.outcome().get()));
    }
    boolean asked = asked(context);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s the rollout of %s: %s"
            .formatted(
                asked ? "Asked before to abort" : "Aborted", context.title(), ends(context)));
    if (!context.runOpen()) {
      lines.add("No run of it is open now: it ends when a worker has begun one.");
    }
    RequestDecision decision =
        asked
            ? RequestDecision.nothing(lines)
            : RequestDecision.write(
                context.edited(spec -> spec.abortRollout = new AbortRollout(uid.get())), lines);
    return decision.advising(
        "Once it has ended, roll the same version out again with: " + context.command("retry"));
  }

  private static String ends(RequestContext context) {
    return "it ends at its next step, and every cluster keeps what it has." + inFlight(context);
  }

  @Override
  public String effect(RequestContext context) {
    return Wording.capital(ends(context));
  }

  /** Returns whether the abort of the attempt has been asked for. */
  static boolean asked(RequestContext context) {
    return Optional.ofNullable(context.spec().abortRollout)
        .flatMap(request -> context.rolloutUid().filter(uid -> uid.equals(request.rolloutUID())))
        .isPresent();
  }

  private static String inFlight(RequestContext context) {
    long started = context.inFlight();
    return started == 0
        ? ""
        : " %s in flight %s not looked at any more."
            .formatted(Wording.clusters(started), started == 1 ? "is" : "are");
  }
}
