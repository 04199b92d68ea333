package io.sluice.stranger;

import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.payload.PackedPayload;
import io.temporal.api.common.v1.Payload;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.RawValue;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Sends random signals to a run, as everybody may who may signal it in Temporal. */
final class MessageSearch implements StrangerSearch {
  private static final List<String> SIGNALS =
      List.of(
          "approveGroup",
          PolicyRolloutWorkflow.CLUSTERS_REPORTED,
          PolicyRolloutWorkflow.POLICY_CHANGED,
          PolicyRolloutWorkflow.ROLLOUT_CHANGED,
          PolicyRolloutWorkflow.ABSENT,
          PolicyRolloutWorkflow.FLEET_CHANGED,
          "abort",
          "pause",
          "neverDeclared",
          "__temporal_reserved");

  private static final int LARGEST = 500_000;

  private final WorkflowStub attacked;
  private final RandomText random;
  private int accepted;

  MessageSearch(WorkflowStub attacked, RandomText random) {
    this.attacked = attacked;
    this.random = random;
  }

  @Override
  public String write() {
    String signal = random.of(SIGNALS);
    String content = content();
    Payload payload = packed(content);
    try {
      attacked.signal(signal, new RawValue(payload));
      accepted++;
    } catch (WorkflowServiceException | WorkflowNotFoundException e) {
      // The server refuses the message, or ends a run of too many and the next has not begun.
      return "refused signal %s: %s".formatted(signal, e.getMessage());
    }
    return "signal %s %s".formatted(signal, content.substring(0, Math.min(500, content.length())));
  }

  private String content() {
    int depth = random.upTo(2_000);
    return switch (random.upTo(6)) {
      case 0 -> "\"" + random.longText(LARGEST) + "\"";
      case 1 -> "[".repeat(depth) + "]".repeat(depth);
      case 2 -> "{\"groupName\": \"%s\", \"by\": \"ann\"}".formatted(random.longText(20));
      case 3 ->
          "{\"reports\": [{\"cluster\": \"x1\", \"at\": \"%s\", \"attempt\": %d}]}"
              .formatted(random.instant(), random.number());
      case 4 -> random.text(50);
      default -> Long.toString(random.number());
    };
  }

  private Payload packed(String content) {
    Payload json = PackedPayload.json(content);
    return switch (random.upTo(4)) {
      case 0 -> json;
      case 1 -> PackedPayload.of(json);
      case 2 -> PackedPayload.ofBytes(content.getBytes(StandardCharsets.UTF_8));
      default -> PackedPayload.of(PackedPayload.of(json));
    };
  }

  @Override
  public int accepted() {
    return accepted;
  }
}
