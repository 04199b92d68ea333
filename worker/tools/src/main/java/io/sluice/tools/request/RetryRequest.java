package io.sluice.tools.request;

import io.sluice.hub.crd.RolloutSpec.RetryRollout;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks in {@code spec.retryRollout} for a new attempt of the same version (rollout-strategy 5).
 *
 * @param failedOnly whether clusters that have succeeded stay as they are
 */
record RetryRequest(boolean failedOnly) implements RolloutRequest {
  @Override
  public String act() {
    return "retry the rollout of";
  }

  @Override
  public RequestDecision decide(RequestContext context) {
    String uid =
        context
            .rolloutUid()
            .orElseThrow(
                () ->
                    refusal(
                        context,
                        "it has not begun, so nothing of it failed. Look at it with: "
                            + context.command("status")));
    hindrance(context)
        .ifPresent(
            why -> {
              throw refusal(context, why);
            });
    boolean asked =
        Optional.ofNullable(context.spec().retryRollout)
            .filter(present -> uid.equals(present.rolloutUID()))
            .filter(present -> failedOnly == Boolean.TRUE.equals(present.failedOnly()))
            .isPresent();
    return asked
        ? RequestDecision.nothing(lines(context, true))
        : RequestDecision.write(
            context.edited(
                spec -> spec.retryRollout = new RetryRollout(uid, failedOnly ? true : null)),
            lines(context, false));
  }

  private static Optional<String> hindrance(RequestContext context) {
    return switch (context.outcome().orElse("")) {
      case "Failed", "Aborted" -> Optional.empty();
      case "Succeeded" ->
          Optional.of(
              "it has succeeded. A change of the %s begins the next rollout."
                  .formatted(context.target().content()));
      case "Superseded" -> Optional.of("a newer version takes over by itself.");
      default -> Optional.of(AbortRequest.asked(context) ? aborting(context) : open(context));
    };
  }

  private static String aborting(RequestContext context) {
    return "its abort is asked for, and it has not ended yet. Try again after: "
        + context.command("wait", "--for", "Done");
  }

  private static String open(RequestContext context) {
    return "it is under way, in phase %s. Wait for its end, or abort it first with: %s"
        .formatted(
            Optional.ofNullable(context.status().phase).orElse("Pending"),
            context.command("abort"));
  }

  private List<String> lines(RequestContext context, boolean asked) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s the rollout of %s%s."
            .formatted(
                asked ? "Asked before to retry" : "Retries",
                context.title(),
                failedOnly ? ", for " + again(context.counts()) : ": every cluster in its turn"));
    if (context.runOpen()) {
      lines.add(
          "It begins once the present run has closed; %s in flight."
              .formatted(Wording.clusters(context.inFlight())));
    }
    return lines;
  }

  @Override
  public String effect(RequestContext context) {
    return "The same version is rolled out again, %s."
        .formatted(failedOnly ? "for " + again(context.counts()) : "to every cluster in its turn");
  }

  private static String again(Counts counts) {
    long again = counts.clusters() - counts.done();
    return "%s that %s not succeeded; %s as %s"
        .formatted(
            Wording.clusters(again),
            again == 1 ? "has" : "have",
            counts.done() == 1 ? "1 cluster stays" : counts.done() + " clusters stay",
            counts.done() == 1 ? "it is" : "they are");
  }
}
