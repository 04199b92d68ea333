package io.sluice.tools.request;

import io.sluice.hub.status.FieldManagers;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.option.SpecEditor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Pauses a rollout in {@code spec.paused}, or ends such a pause (rollout-strategy 5).
 *
 * @param pause whether it is to be paused; else resumed
 * @param hub for the message that ends a pause by message
 * @param now when it is requested: a pause that is dated later has no author
 */
record PauseRequest(boolean pause, HubName hub, Instant now) implements RolloutRequest {
  @Override
  public String act() {
    return "%s the rollout of".formatted(pause ? "pause" : "resume");
  }

  @Override
  public RequestDecision decide(RequestContext context) {
    boolean paused = Boolean.TRUE.equals(context.spec().paused);
    return pause ? pause(context, paused) : resume(context, paused);
  }

  private RequestDecision pause(RequestContext context, boolean paused) {
    if (paused) {
      String by =
          FieldManagers.of(context.object(), now)
              .ofPause()
              .map(manager -> ", by " + SpecEditor.person(manager))
              .orElse("");
      return RequestDecision.nothing(
          "The rollout of %s is already paused%s.".formatted(context.title(), by));
    }
    long inFlight = context.inFlight();
    String rest =
        inFlight == 0
            ? ""
            : " %s in flight %s on: soaks and deadlines do not stop."
                .formatted(Wording.clusters(inFlight), inFlight == 1 ? "goes" : "go");
    return RequestDecision.write(
        context.edited(spec -> spec.paused = true),
        List.of(
            "Paused the rollout of %s: no further cluster starts.%s"
                .formatted(context.title(), rest),
            "End it with: " + context.command("resume")));
  }

  private RequestDecision resume(RequestContext context, boolean paused) {
    boolean byMessage = Boolean.TRUE.equals(context.status().paused);
    String message =
        "temporal workflow update execute -w %s --name resume --input '{\"by\":\"your name\"}'"
            .formatted(hub.workflowId(context.target()));
    if (!paused && byMessage) {
      throw refusal(
          context,
          "it was paused by message, and only a message ends that. Send the update resume in Temporal's Web UI, or with: "
              + message);
    }
    if (!paused) {
      return RequestDecision.nothing("The rollout of %s is not paused.".formatted(context.title()));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        byMessage
            ? "Ended the pause of %s in the spec. It is still paused by message; end that with:"
                .formatted(context.title())
            : "Resumed the rollout of %s.".formatted(context.title()));
    if (byMessage) {
      lines.add("  " + message);
    }
    return RequestDecision.write(context.edited(spec -> spec.paused = false), lines);
  }
}
