package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.approval.RuledApprovals;
import io.sluice.check.CheckRule;
import io.sluice.gate.KeptVersion;
import io.sluice.schedule.ScheduleSource;
import io.sluice.schedule.ScheduleTimes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds what an attempt needs of the hub: the policy, the spec of the Rollout, and the fleet.
 *
 * @param root absent: the policy was deleted
 * @param refusal why the current settings are rejected; no cluster starts then (rollout-strategy
 *     1.6)
 * @param kept what clusters have until their turn; absent where no gate holds them (gate 1)
 * @param silentSince when OCM's propagator renewed its Lease last, where it does not run; it
 *     changes words, and decides nothing
 * @param schedule when clusters may start; absent: at any time (between-waves 2)
 * @param checks what groups need to pass; empty: nothing (between-waves 3)
 * @param approvals the rules of approvals, with what people recorded; absent: there are none
 *     (between-waves 4)
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record HubSnapshot(
    ClaimState claim,
    Optional<RootView> root,
    Optional<String> refusal,
    Intent intent,
    FleetView fleet,
    Optional<KeptVersion> kept,
    Optional<Instant> silentSince,
    Optional<ScheduleTimes> schedule,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CheckRule> checks,
    Optional<RuledApprovals> approvals) {
  public HubSnapshot {
    requireNonNull(claim, "claim is null");
    root = requireNonNullElse(root, Optional.empty());
    refusal = requireNonNullElse(refusal, Optional.empty());
    intent = requireNonNullElse(intent, Intent.NONE);
    requireNonNull(fleet, "fleet is null");
    kept = requireNonNullElse(kept, Optional.empty());
    silentSince = requireNonNullElse(silentSince, Optional.empty());
    schedule = requireNonNullElse(schedule, Optional.empty());
    checks = List.copyOf(requireNonNullElse(checks, List.of()));
    approvals = requireNonNullElse(approvals, Optional.empty());
  }

  /** Holds a snapshot of what no gate and no calendar holds. */
  public HubSnapshot(
      ClaimState claim,
      Optional<RootView> root,
      Optional<String> refusal,
      Intent intent,
      FleetView fleet) {
    this(claim, root, refusal, intent, fleet, Optional.empty());
  }

  /** Holds a snapshot where nothing is known of OCM's propagator, or there is none. */
  public HubSnapshot(
      ClaimState claim,
      Optional<RootView> root,
      Optional<String> refusal,
      Intent intent,
      FleetView fleet,
      Optional<KeptVersion> kept) {
    this(
        claim,
        root,
        refusal,
        intent,
        fleet,
        kept,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  /** Returns the same with another fleet, and perhaps refused. */
  public HubSnapshot with(FleetView other, Optional<String> refused) {
    return new HubSnapshot(
        claim, root, refused, intent, other, kept, silentSince, schedule, checks, approvals);
  }

  /** Returns the same where the Rollout's spec asks for that. */
  public HubSnapshot with(Intent other) {
    return new HubSnapshot(
        claim, root, refusal, other, fleet, kept, silentSince, schedule, checks, approvals);
  }

  /** Returns the same where clusters have that until their turn. */
  public HubSnapshot keeping(Optional<KeptVersion> other) {
    return new HubSnapshot(
        claim, root, refusal, intent, fleet, other, silentSince, schedule, checks, approvals);
  }

  /** Returns the same where OCM's propagator does not run, or does. */
  public HubSnapshot silent(Optional<Instant> since) {
    return new HubSnapshot(
        claim, root, refusal, intent, fleet, kept, since, schedule, checks, approvals);
  }

  /** Returns the same where clusters may start at these times alone. */
  public HubSnapshot scheduled(Optional<ScheduleTimes> times) {
    return new HubSnapshot(
        claim, root, refusal, intent, fleet, kept, silentSince, times, checks, approvals);
  }

  /** Returns the same where groups need to pass these checks. */
  public HubSnapshot checked(List<CheckRule> rules) {
    return new HubSnapshot(
        claim, root, refusal, intent, fleet, kept, silentSince, schedule, rules, approvals);
  }

  /** Returns the same where approvals have rules, or have none. */
  public HubSnapshot ruled(Optional<RuledApprovals> other) {
    return new HubSnapshot(
        claim, root, refusal, intent, fleet, kept, silentSince, schedule, checks, other);
  }

  /**
   * Returns what an observation then would have of the schedule, if this one is too old for it
   * (between-waves C7).
   */
  public HubSnapshot asOf(Instant now, ScheduleSource source) {
    return schedule
        .filter(times -> !now.isBefore(times.refreshAt()))
        .flatMap(old -> source.at(now))
        .map(times -> scheduled(Optional.of(times)))
        .orElse(this);
  }

  /** States which attempt owns the Rollout object. */
  public enum ClaimState {
    @JsonProperty("held")
    HELD,
    /** The object names another attempt: this run must not write again. */
    @JsonProperty("lost")
    LOST,
    @JsonProperty("deleted")
    DELETED
  }
}
