package io.sluice.gate;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyApi;
import java.util.Map;

/**
 * Holds what the labels of a Policy say to the gate (gate 2 to 4).
 *
 * @param staged whether its changes are held; the gate looks for the label, not for its value
 * @param ticket the number of the attempt that lets its next write through; empty if none does
 * @param held whether a write was put back: a change waits
 */
public record GateLabels(boolean staged, String ticket, boolean held) {
  /** Stages a root policy; the propagator copies it to the replicas. */
  public static final String STAGED = PolicyApi.SLUICE + "staged";

  /** The only value of {@link #STAGED} that has a meaning: any other is a mistake. */
  public static final String TRUE = "true";

  /** Lets one write of a replica through; OCM's propagator takes it off with that. */
  public static final String TICKET = PolicyApi.SLUICE + "release";

  /** Set by the API server on a replica whose new spec it has put back. */
  public static final String HELD = PolicyApi.SLUICE + "held";

  /** Of a Policy that the gate does not know. */
  public static final GateLabels NONE = new GateLabels(false, "", false);

  public GateLabels {
    requireNonNull(ticket, "ticket is null");
  }

  /** Reads the labels of a Policy. */
  public static GateLabels of(Map<String, String> labels) {
    boolean staged = labels.containsKey(STAGED);
    String ticket = labels.getOrDefault(TICKET, "");
    boolean held = labels.containsKey(HELD);
    return staged || held || !ticket.isEmpty() ? new GateLabels(staged, ticket, held) : NONE;
  }

  /** Returns whether a write of its spec would pass. */
  public boolean open() {
    return !ticket.isEmpty();
  }
}
