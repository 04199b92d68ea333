package io.sluice.status;

import io.sluice.hold.HoldKind;
import io.sluice.rollout.Phase;
import java.util.Optional;

/** Classifies what a rollout waits for, for alerts and dashboards. */
public enum WaitCause {
  /** Valid settings: {@code Accepted} is False. */
  SETTINGS("settings", true),
  /** A cluster: the placements select none. */
  CLUSTERS("clusters", false),
  /** The begin of an attempt, or placements that agree with each other. */
  START("start", false),
  /** Reports of the clusters in flight. */
  COMPLIANCE("compliance", false),
  /** A window that opens, or a freeze that ends. */
  CALENDAR("calendar", false),
  /** A check that passes. */
  CHECK("check", false),
  /** The end of a soak. */
  SOAK("soak", false),
  /** The approval of a group. */
  APPROVAL("approval", true),
  /** The end of a pause. */
  RESUME("resume", true),
  /** Another version, or a retry: the rollout has halted. */
  RETRY("retry", true);

  private final String label;
  private final boolean people;

  WaitCause(String label, boolean people) {
    this.label = label;
    this.people = people;
  }

  /** Returns the value of the label {@code for} of metrics. */
  public String label() {
    return label;
  }

  /** Returns true if only a person can end the wait. */
  public boolean people() {
    return people;
  }

  /**
   * Classifies by what a status shows; empty for a rollout that is Done.
   *
   * @param refused whether the settings are refused
   * @param noCluster whether no cluster is selected
   * @param closed what keeps clusters from starting where nothing is in flight; empty: nothing
   */
  public static Optional<WaitCause> of(
      Phase phase, boolean refused, boolean noCluster, Optional<HoldKind> closed) {
    return switch (phase) {
      case DONE -> Optional.empty();
      case PENDING -> Optional.of(pending(refused, noCluster));
      case PROGRESSING -> Optional.of(closed.map(WaitCause::outside).orElse(COMPLIANCE));
      case SOAKING -> Optional.of(SOAK);
      case WAITING_FOR_APPROVAL -> Optional.of(APPROVAL);
      case PAUSED -> Optional.of(RESUME);
      case HALTED -> Optional.of(RETRY);
    };
  }

  private static WaitCause outside(HoldKind kind) {
    return kind == HoldKind.CHECK ? CHECK : CALENDAR;
  }

  private static WaitCause pending(boolean refused, boolean noCluster) {
    if (refused) {
      return SETTINGS;
    }
    return noCluster ? CLUSTERS : START;
  }
}
