package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.sluice.policy.RolloutTarget;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names a hub among those whose rollouts share a namespace of Temporal (rollout-strategy 3.2, "Life
 * of the workflow"): the workflow ids and the task queue of its runs contain it.
 *
 * @param value a label as RFC 1123 has it, of at most 63 characters
 */
public record HubName(@JsonValue String value) {
  private static final String WORKFLOW = "rollout/";
  private static final String QUEUE = "sluice-";
  private static final String CHECKS = "-checks";
  private static final int LONGEST = 63;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

  /** The name of a hub whose administrator has chosen none. */
  public static final HubName DEFAULT = new HubName("hub");

  @JsonCreator
  public HubName {
    requireNonNull(value, "value is null");
    problem(value)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(
                  "Cannot name a hub %s: %s. Use lower case letters, digits and -, as in prod-eu."
                      .formatted(value.isEmpty() ? "\"\"" : value, why));
            });
  }

  private static Optional<String> problem(String value) {
    if (value.isEmpty()) {
      return Optional.of("the name is empty");
    }
    if (value.length() > LONGEST) {
      return Optional.of("it has %d characters, more than %d".formatted(value.length(), LONGEST));
    }
    return LABEL.matcher(value).matches()
        ? Optional.empty()
        : Optional.of("it is no label of RFC 1123, such as a namespace has");
  }

  /** Returns the task queue that this hub's workers poll: {@code sluice-hub}. */
  public String taskQueue() {
    return QUEUE + value;
  }

  /** Returns the task queue of the questions of checks: {@code sluice-hub-checks}. */
  public String checksQueue() {
    return taskQueue() + CHECKS;
  }

  /** Returns the id of the workflow that rolls it out: {@code rollout/hub/policies/web-tls}. */
  public String workflowId(RolloutTarget target) {
    return workflowPrefix() + target.path();
  }

  /** Returns how the id of every workflow of this hub begins. */
  public String workflowPrefix() {
    return WORKFLOW + value + "/";
  }

  /**
   * Returns the {@link RolloutTarget#path} in the id of a workflow; empty for one of another hub,
   * or of none.
   */
  public Optional<String> path(String workflowId) {
    return workflowId.startsWith(workflowPrefix())
        ? Optional.of(workflowId.substring(workflowPrefix().length()))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
