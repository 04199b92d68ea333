package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.fleet.DecisionGroup;
import java.util.List;
import java.util.Optional;

/**
 * Holds the selected clusters in their groups, as one consistent snapshot (placement 11.2).
 *
 * @param incoherent why there is no consistent snapshot; no cluster is added or removed then
 * @param leaving clusters that no placement selects now, but whose replica still exists
 * @param ignored clusters whose status is ignored (rollout-strategy 1.5)
 * @param withoutReplica selected clusters without a replica, listed only if there is a last
 *     successful version to give them until their turn
 * @param foreign clusters that a binding of another owner enforces (mode {@code Beside})
 * @param missing which object that selects clusters is not there, as a sentence
 * @param unknownContent clusters whose replica was edited so that nothing shows which version it
 *     carried (policy-propagation 7)
 * @param repairUndone clusters that undo the repair of their replica, so that it is left alone for
 *     a while (policy-propagation 8.1)
 * @param closing clusters that only bindings or placements select that are being deleted: nothing
 *     starts on them, and none has left before those are gone (rollout-strategy 3.7)
 * @param unselected why no cluster is selected, as sentences; empty if one is, or nobody says why
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record FleetView(
    List<DecisionGroup> groups,
    Optional<String> incoherent,
    List<String> leaving,
    List<String> ignored,
    @JsonProperty("bare") List<String> withoutReplica,
    List<String> foreign,
    Optional<String> missing,
    List<String> unknownContent,
    List<String> repairUndone,
    List<String> closing,
    Optional<String> unselected) {
  public FleetView {
    groups = List.copyOf(requireNonNullElse(groups, List.of()));
    incoherent = requireNonNullElse(incoherent, Optional.empty());
    leaving = List.copyOf(requireNonNullElse(leaving, List.of()));
    ignored = List.copyOf(requireNonNullElse(ignored, List.of()));
    withoutReplica = List.copyOf(requireNonNullElse(withoutReplica, List.of()));
    foreign = List.copyOf(requireNonNullElse(foreign, List.of()));
    missing = requireNonNullElse(missing, Optional.empty());
    unknownContent = List.copyOf(requireNonNullElse(unknownContent, List.of()));
    repairUndone = List.copyOf(requireNonNullElse(repairUndone, List.of()));
    closing = List.copyOf(requireNonNullElse(closing, List.of()));
    unselected = requireNonNullElse(unselected, Optional.empty());
  }

  /** A fleet of which nobody says why it has no clusters. */
  public FleetView(
      List<DecisionGroup> groups,
      Optional<String> incoherent,
      List<String> leaving,
      List<String> ignored,
      List<String> withoutReplica,
      List<String> foreign,
      Optional<String> missing,
      List<String> unknownContent,
      List<String> repairUndone,
      List<String> closing) {
    this(
        groups,
        incoherent,
        leaving,
        ignored,
        withoutReplica,
        foreign,
        missing,
        unknownContent,
        repairUndone,
        closing,
        Optional.empty());
  }

  public FleetView(
      List<DecisionGroup> groups,
      Optional<String> incoherent,
      List<String> leaving,
      List<String> ignored,
      List<String> withoutReplica,
      List<String> foreign) {
    this(
        groups,
        incoherent,
        leaving,
        ignored,
        withoutReplica,
        foreign,
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  public FleetView(
      List<DecisionGroup> groups,
      Optional<String> incoherent,
      List<String> leaving,
      List<String> ignored) {
    this(groups, incoherent, leaving, ignored, List.of(), List.of());
  }

  /** The same fleet with these clusters of unknown content. */
  public FleetView withUnknownContent(List<String> clusters) {
    return new FleetView(
        groups,
        incoherent,
        leaving,
        ignored,
        withoutReplica,
        foreign,
        missing,
        clusters,
        repairUndone,
        closing,
        unselected);
  }

  /** The same fleet with these clusters that undo repairs. */
  public FleetView withRepairUndone(List<String> clusters) {
    return new FleetView(
        groups,
        incoherent,
        leaving,
        ignored,
        withoutReplica,
        foreign,
        missing,
        unknownContent,
        clusters,
        closing,
        unselected);
  }

  /** The same fleet with these clusters that leave once what selects them is gone. */
  public FleetView withClosing(List<String> clusters) {
    return new FleetView(
        groups,
        incoherent,
        leaving,
        ignored,
        withoutReplica,
        foreign,
        missing,
        unknownContent,
        repairUndone,
        clusters,
        unselected);
  }

  /** The same fleet, each of whose clusters has a replica. */
  public FleetView replicated() {
    return new FleetView(
        groups,
        incoherent,
        leaving,
        ignored,
        List.of(),
        foreign,
        missing,
        unknownContent,
        repairUndone,
        closing,
        unselected);
  }

  /** Returns that no cluster is selected, and why. */
  public String withoutClusters() {
    return "No cluster is selected." + unselected.map(why -> " " + why).orElse("");
  }

  /** Returns whether what selects clusters is in order: if there are none, none is selected. */
  public boolean conclusive() {
    return incoherent.isEmpty() && missing.isEmpty();
  }

  public static FleetView of(List<DecisionGroup> groups) {
    return new FleetView(groups, Optional.empty(), List.of(), List.of());
  }
}
