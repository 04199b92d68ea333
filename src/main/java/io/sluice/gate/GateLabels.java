package io.sluice.gate;

import io.sluice.policy.PolicyApi;

/** Names the labels of a Policy by which the gate decides (gate 2 to 4). */
public final class GateLabels {
  /** Stages a root policy; the propagator copies it to the replicas. */
  public static final String STAGED = PolicyApi.SLUICE + "staged";

  /** Lets one write of a replica through; OCM's propagator takes it off with that. */
  public static final String TICKET = PolicyApi.SLUICE + "release";

  private GateLabels() {}
}
