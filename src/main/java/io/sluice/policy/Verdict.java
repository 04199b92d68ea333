package io.sluice.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Lists what a replica's reports prove about its dispatched version (rollout-strategy E3). */
public enum Verdict {
  /** Every template was evaluated since the dispatch, and the whole is Compliant. */
  @JsonProperty("positive")
  POSITIVE,
  /** A template evaluated since the dispatch is NonCompliant or Pending. */
  @JsonProperty("negative")
  NEGATIVE,
  /** Nothing is proved either way. */
  @JsonProperty("silent")
  SILENT
}
