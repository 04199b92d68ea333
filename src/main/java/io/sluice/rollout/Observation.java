package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.check.CheckAnswer;
import java.time.Instant;
import java.util.List;

/**
 * Holds what was observed since the last step.
 *
 * @param hub the latest complete snapshot of the hub
 * @param acks answers to writes since the last step
 * @param looks reads of clusters at their deadline, with or without a verdict
 * @param reports verdicts since the last step; those of one instant in order of arrival
 * @param notTried clusters whose write was requested, but neither made nor refused: their batch did
 *     not begin, or ended before their turn
 * @param answers to checks since the last step
 */
public record Observation(
    HubSnapshot hub,
    List<Ack> acks,
    List<LookDone> looks,
    List<Report> reports,
    List<String> notTried,
    List<CheckAnswer> answers) {
  public Observation {
    requireNonNull(hub, "hub is null");
    acks = List.copyOf(acks);
    looks = List.copyOf(looks);
    reports = List.copyOf(reports);
    notTried = List.copyOf(notTried);
    answers = List.copyOf(requireNonNullElse(answers, List.of()));
  }

  public Observation(
      HubSnapshot hub,
      List<Ack> acks,
      List<LookDone> looks,
      List<Report> reports,
      List<String> notTried) {
    this(hub, acks, looks, reports, notTried, List.of());
  }

  public Observation(HubSnapshot hub, List<Ack> acks, List<LookDone> looks, List<Report> reports) {
    this(hub, acks, looks, reports, List.of());
  }

  public static Observation of(HubSnapshot hub) {
    return new Observation(hub, List.of(), List.of(), List.of());
  }

  /**
   * Holds a read of the hub for these clusters.
   *
   * @param at an instant before the read began
   */
  public record LookDone(List<String> clusters, Instant at) {
    public LookDone {
      clusters = List.copyOf(clusters);
      requireNonNull(at, "at is null");
    }
  }
}
