package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Lists what a policy or a template can be found to be (policy-propagation 2.1). */
public enum PolicyCompliance {
  @JsonProperty("Compliant")
  COMPLIANT,
  @JsonProperty("Pending")
  PENDING,
  @JsonProperty("NonCompliant")
  NON_COMPLIANT
}
