package io.sluice.plan;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Gathers what was seen since the last step.
 *
 * @param hub the latest view of the hub, whole
 * @param acks answers to dispatches since the last step
 * @param reports verdicts since the last step, in the order in which they came
 */
public record Observation(HubView hub, List<Ack> acks, List<Report> reports) {
  public Observation {
    requireNonNull(hub, "hub is null");
    acks = List.copyOf(acks);
    reports = List.copyOf(reports);
  }

  public static Observation of(HubView hub) {
    return new Observation(hub, List.of(), List.of());
  }
}
