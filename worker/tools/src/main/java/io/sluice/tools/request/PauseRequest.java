package io.sluice.tools.request;

import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.status.FieldManagers;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.option.SpecEditor;
import java.time.Instant;
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
    return RequestDecision.write(
            context.edited(spec -> spec.paused = true),
            List.of("Paused the rollout of %s: %s".formatted(context.title(), stops(context))))
        .advising("End it with: " + context.command("resume"));
  }

  private static String stops(RequestContext context) {
    long inFlight = context.inFlight();
    return "no further cluster starts."
        + (inFlight == 0
            ? ""
            : " %s in flight %s on: soaks and deadlines do not stop."
                .formatted(Wording.clusters(inFlight), inFlight == 1 ? "goes" : "go"));
  }

  @Override
  public String effect(RequestContext context) {
    return pause ? Wording.capital(stops(context)) : "Clusters start again, each in its turn.";
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
    RolloutSpec resumed = context.edited(spec -> spec.paused = false);
    return byMessage
        ? RequestDecision.write(
                resumed,
                List.of(
                    "Ended the pause of %s in the spec. It is still paused by message."
                        .formatted(context.title())))
            .advising("End that with:", "  " + message)
        : RequestDecision.write(
            resumed, List.of("Resumed the rollout of %s.".formatted(context.title())));
  }
}
