package io.sluice.forecast;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * Holds what an attempt waited for before its next start, or its end, and how long.
 *
 * @param what in a few words: {@code soak of dev}
 */
public record WaitTime(Cause cause, String what, Duration time) {
  /** Lists what an attempt can wait for. */
  public enum Cause {
    /** Reports of clusters. */
    @JsonProperty("compliance")
    COMPLIANCE,
    /** Reports of clusters that do not come before their deadline. */
    @JsonProperty("deadline")
    DEADLINE,
    @JsonProperty("soak")
    SOAK,
    /** A person, who approves a group. */
    @JsonProperty("approval")
    APPROVAL,
    /** A window that opens, or a freeze that ends. */
    @JsonProperty("calendar")
    CALENDAR,
    /** A check that passes. */
    @JsonProperty("check")
    CHECK,
    /** A person, who resumes it. */
    @JsonProperty("pause")
    PAUSE,
    /** Settings or placements in order, or clusters. */
    @JsonProperty("settings")
    SETTINGS,
    /** The ends of clusters in flight, after the attempt was halted. */
    @JsonProperty("halt")
    HALT
  }

  public WaitTime {
    requireNonNull(cause, "cause is null");
    requireNonNull(what, "what is null");
    requireNonNull(time, "time is null");
  }

  WaitTime plus(Duration more) {
    return new WaitTime(cause, what, time.plus(more));
  }

  boolean same(WaitTime other) {
    return cause == other.cause && what.equals(other.what);
  }
}
