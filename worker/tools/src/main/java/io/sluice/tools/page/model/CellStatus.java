package io.sluice.tools.page.model;

import io.sluice.fleet.ClusterStatus;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Lists what a cell shows of a cluster: OCM's statuses, and what a page can know beyond them. */
public enum CellStatus {
  TO_APPLY("ToApply", "to apply"),
  /** It is to apply, and inform shows that it complies with the version already. */
  COMPLIES("Complies", "complies already"),
  /** It is to apply, and inform shows that the version would change it. */
  WOULD_CHANGE("WouldChange", "would be changed"),
  PROGRESSING("Progressing", "progressing"),
  SOAKING("Soaking", "soaking"),
  SUCCEEDED("Succeeded", "succeeded"),
  FAILED("Failed", "failed"),
  TIME_OUT("TimeOut", "timed out"),
  NEW_CLUSTER("NewCluster", "joined after the end"),
  IGNORED("Ignored", "ignored"),
  /** It has the version, and the hub does not say how far it is. */
  STARTED("Started", "started, not known how far"),
  UNKNOWN("Unknown", "not known");

  private final String label;
  private final String text;

  CellStatus(String label, String text) {
    this.label = label;
    this.text = text;
  }

  /** Returns the label, in one piece. */
  public String label() {
    return label;
  }

  /** Returns it for sentences: {@code timed out}. */
  public String text() {
    return text;
  }

  /** Returns whether the cluster has not started, and may yet. */
  public boolean waits() {
    return this == TO_APPLY || this == COMPLIES || this == WOULD_CHANGE;
  }

  /** Returns the class name of style sheets. */
  public String css() {
    return "s-" + label.toLowerCase(Locale.ROOT);
  }

  /** Returns the status with OCM's label; empty for one that is not known here. */
  public static Optional<CellStatus> ofLabel(String label) {
    return label.equals(ClusterStatus.SKIP.label())
        ? Optional.of(IGNORED)
        : Arrays.stream(values()).filter(status -> status.label.equals(label)).findFirst();
  }
}
