package io.sluice.workflow;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.rollout.AttemptSpec;

/**
 * Identifies the attempt that a signal is for. A workflow id outlives its attempts: what was judged
 * for one of them, and was held up on its way, says nothing of the next.
 */
public record AttemptKey(@JsonProperty("rolloutUID") String rolloutUid, long attempt) {
  public AttemptKey {
    rolloutUid = requireNonNullElse(rolloutUid, "");
  }

  boolean of(AttemptSpec spec) {
    return rolloutUid.equals(spec.rolloutUid()) && attempt == spec.number();
  }
}
