package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.gate.KeptVersion;
import java.time.Instant;
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
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record HubSnapshot(
    ClaimState claim,
    Optional<RootView> root,
    Optional<String> refusal,
    Intent intent,
    FleetView fleet,
    Optional<KeptVersion> kept,
    Optional<Instant> silentSince) {
  public HubSnapshot {
    requireNonNull(claim, "claim is null");
    root = requireNonNullElse(root, Optional.empty());
    refusal = requireNonNullElse(refusal, Optional.empty());
    intent = requireNonNullElse(intent, Intent.NONE);
    requireNonNull(fleet, "fleet is null");
    kept = requireNonNullElse(kept, Optional.empty());
    silentSince = requireNonNullElse(silentSince, Optional.empty());
  }

  /** Holds a snapshot of what no gate holds. */
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
    this(claim, root, refusal, intent, fleet, kept, Optional.empty());
  }

  /** Returns the same with another fleet, and perhaps refused. */
  public HubSnapshot with(FleetView other, Optional<String> refused) {
    return new HubSnapshot(claim, root, refused, intent, other, kept, silentSince);
  }

  /** Returns the same where clusters have that until their turn. */
  public HubSnapshot keeping(Optional<KeptVersion> other) {
    return new HubSnapshot(claim, root, refusal, intent, fleet, other, silentSince);
  }

  /** Returns the same where OCM's propagator does not run, or does. */
  public HubSnapshot silent(Optional<Instant> since) {
    return new HubSnapshot(claim, root, refusal, intent, fleet, kept, since);
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
