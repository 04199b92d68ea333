package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Holds how a content is placed, as the API objects say now. */
public sealed interface Targeting {

  /** Nothing places it: no owner, no link. */
  record None() implements Targeting {}

  /**
   * It cannot be used: nothing may change until it is repaired.
   *
   * @param reason of the condition: {@code TargetingRefused} or {@code TargetUnresolved}
   * @param message what is wrong, and what to do
   */
  record Unusable(String reason, String message) implements Targeting {
    public Unusable {
      requireNonNull(reason, "reason is null");
      requireNonNull(message, "message is null");
    }
  }

  /**
   * It can be used.
   *
   * @param lazy whether an edit of it waits
   * @param snapshot all fields that wait, by name
   * @param from the object: {@code PropagationPolicy/default/web}
   * @param generation that of the object
   * @param edited when it was edited last, where that is known
   */
  record Resolved(
      boolean lazy,
      Map<String, Object> snapshot,
      String from,
      long generation,
      Optional<Instant> edited)
      implements Targeting {
    public Resolved {
      snapshot = Map.copyOf(snapshot);
      requireNonNull(from, "from is null");
      requireNonNull(edited, "edited is null");
    }
  }
}
