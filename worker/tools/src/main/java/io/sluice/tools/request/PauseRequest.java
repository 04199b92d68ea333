package io.sluice.tools.request;

import io.sluice.hub.status.FieldManagers;
import io.sluice.rollout.Wording;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.SpecEditor;
import java.util.ArrayList;
import java.util.List;

/**
 * Pauses a rollout in {@code spec.paused}, or ends such a pause (rollout-strategy 5).
 *
 * @param pause whether it is to be paused; else resumed
 */
record PauseRequest(boolean pause) implements RolloutRequest {
  private static final String FIELD = "paused";

  @Override
  public String act(RolloutSource source) {
    return "Cannot %s the rollout of %s".formatted(pause ? "pause" : "resume", source.title());
  }

  @Override
  public RequestDecision decide(RolloutSource source, RequestContext context) {
    boolean paused = Boolean.TRUE.equals(context.spec().get(FIELD));
    return pause ? pause(source, context, paused) : resume(source, context, paused);
  }

  private static RequestDecision pause(
      RolloutSource source, RequestContext context, boolean paused) {
    if (paused) {
      String by =
          FieldManagers.of(context.object())
              .ofPause()
              .map(manager -> ", by " + SpecEditor.person(manager))
              .orElse("");
      return RequestDecision.nothing(
          "The rollout of %s is already paused%s.".formatted(source.title(), by));
    }
    long inFlight = context.inFlight();
    String rest =
        inFlight == 0
            ? ""
            : " %s in flight %s on: soaks and deadlines do not stop."
                .formatted(Wording.clusters(inFlight), inFlight == 1 ? "goes" : "go");
    return RequestDecision.write(
        SpecTree.with(context.spec(), FIELD, true),
        List.of(
            "Paused the rollout of %s: no further cluster starts.%s"
                .formatted(source.title(), rest),
            "End it with: ./sluice resume " + source.arguments()));
  }

  private RequestDecision resume(RolloutSource source, RequestContext context, boolean paused) {
    boolean byMessage = Boolean.TRUE.equals(context.status().paused);
    String message =
        "temporal workflow update execute -w %s --name resume --input '{\"by\":\"your name\"}'"
            .formatted(context.target().workflowId());
    if (!paused && byMessage) {
      throw new CliFailure(
          "%s: it was paused by message, and only a message ends that. Send the update resume in Temporal's Web UI, or with: %s"
              .formatted(act(source), message));
    }
    if (!paused) {
      return RequestDecision.nothing("The rollout of %s is not paused.".formatted(source.title()));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        byMessage
            ? "Ended the pause of %s in the spec. It is still paused by message; end that with:"
                .formatted(source.title())
            : "Resumed the rollout of %s.".formatted(source.title()));
    if (byMessage) {
      lines.add("  " + message);
    }
    return RequestDecision.write(SpecTree.with(context.spec(), FIELD, false), lines);
  }
}
