package io.sluice.rollout;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.fleet.ClusterStatus;

/**
 * Lists how far a started cluster has come (rollout-strategy 3.4).
 *
 * <p>Finer than OCM's statuses: a soaking cluster is already {@code Succeeded}, but not final.
 */
public enum Stage {
  /** Its turn has come; the hub has not acknowledged the write yet. */
  @JsonProperty("started")
  STARTED(ClusterStatus.TO_APPLY),
  @JsonProperty("dispatched")
  DISPATCHED(ClusterStatus.PROGRESSING),
  @JsonProperty("soaking")
  SOAKING(ClusterStatus.SUCCEEDED),
  @JsonProperty("succeeded")
  SUCCEEDED(ClusterStatus.SUCCEEDED),
  @JsonProperty("failed")
  FAILED(ClusterStatus.FAILED),
  @JsonProperty("timedOut")
  TIMED_OUT(ClusterStatus.TIME_OUT),
  /** It joined after the end and got a version directly. */
  @JsonProperty("newCluster")
  NEW_CLUSTER(ClusterStatus.NEW_CLUSTER);

  private final ClusterStatus status;

  Stage(ClusterStatus status) {
    this.status = status;
  }

  /** Returns OCM's status of a cluster in this stage. */
  public ClusterStatus status() {
    return status;
  }

  /** Returns true if the stage does not change again within the attempt. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == NEW_CLUSTER || isFailure();
  }

  public boolean isFailure() {
    return this == FAILED || this == TIMED_OUT;
  }
}
