package io.sluice.tools.request;

import io.sluice.policy.JsonTree;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Wording;
import io.sluice.tools.option.CliFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks in {@code spec.retryRollout} for a new attempt of the same version (rollout-strategy 5).
 *
 * @param failedOnly whether clusters that have succeeded stay as they are
 */
record RetryRequest(boolean failedOnly) implements RolloutRequest {
  private static final String FIELD = "retryRollout";
  private static final String UID = "rolloutUID";
  private static final String FAILED_ONLY = "failedOnly";

  @Override
  public String act(RolloutSource source) {
    return "Cannot retry the rollout of " + source.title();
  }

  @Override
  public RequestDecision decide(RolloutSource source, RequestContext context) {
    String uid =
        context
            .rolloutUid()
            .orElseThrow(
                () ->
                    new CliFailure(
                        act(source)
                            + ": it has not begun, so nothing of it failed. Look at it with"
                            + " ./sluice status "
                            + source.arguments()
                            + "."));
    refusal(source, context)
        .ifPresent(
            why -> {
              throw new CliFailure(act(source) + ": " + why);
            });
    Map<String, Object> present = JsonTree.map(context.spec(), FIELD);
    boolean asked =
        JsonTree.text(present, UID).filter(uid::equals).isPresent()
            && failedOnly == Boolean.TRUE.equals(present.get(FAILED_ONLY));
    return new RequestDecision(
        Optional.of(
                SpecTree.with(
                    context.spec(),
                    FIELD,
                    SpecTree.object(UID, uid, FAILED_ONLY, failedOnly ? true : null)))
            .filter(next -> !asked),
        lines(source, context, asked));
  }

  private static Optional<String> refusal(RolloutSource source, RequestContext context) {
    return switch (context.outcome().orElse("")) {
      case "Failed", "Aborted" -> Optional.empty();
      case "Succeeded" ->
          Optional.of(
              "it has succeeded. A change of the %s begins the next rollout."
                  .formatted(context.target().content()));
      case "Superseded" -> Optional.of("a newer version takes over by itself.");
      default ->
          Optional.of(AbortRequest.asked(context) ? aborting(source) : open(source, context));
    };
  }

  private static String aborting(RolloutSource source) {
    return "its abort is asked for, and it has not ended yet. Wait for that with ./sluice wait %s --for Done, and try again."
        .formatted(source.arguments());
  }

  private static String open(RolloutSource source, RequestContext context) {
    return "it is under way, in phase %s. Wait for its end, or abort it first with ./sluice abort %s."
        .formatted(
            Optional.ofNullable(context.status().phase).orElse("Pending"), source.arguments());
  }

  private List<String> lines(RolloutSource source, RequestContext context, boolean asked) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s the rollout of %s%s."
            .formatted(
                asked ? "Asked before to retry" : "Retries",
                source.title(),
                failedOnly ? ", for " + again(context.counts()) : ": every cluster in its turn"));
    if (context.runOpen()) {
      lines.add(
          "It begins once the present run has closed; %s in flight."
              .formatted(Wording.clusters(context.inFlight())));
    }
    return lines;
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
