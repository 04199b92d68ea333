package io.sluice.demo;

import static java.util.Objects.requireNonNull;

/** Lists what a demo can show. */
enum DemoKind {
  /** Sluice writes the replicas. */
  STANDALONE("", ""),
  /** OCM's propagator writes them as inform, Sluice enforces group by group. */
  BESIDE("--beside", "beside/demo/"),
  /** They enforce; the API server holds what it writes of an edit until the turn of a cluster. */
  GATE("--gate", "gate/"),
  /** Karmada's policies propagate a template. */
  KARMADA("--karmada", "karmada/");

  private final String option;
  private final String folder;

  DemoKind(String option, String folder) {
    this.option = requireNonNull(option, "option is null");
    this.folder = requireNonNull(folder, "folder is null");
  }

  /** Returns the option of the command that asks for it; empty for the ordinary one. */
  String option() {
    return option;
  }

  /** Returns where its manifests are below {@code deploy/examples}; ends in a slash, if any. */
  String folder() {
    return folder;
  }

  /** Returns whether a simulated propagator of OCM runs. */
  boolean beside() {
    return this == BESIDE || this == GATE;
  }

  /** Returns whether its own manifests are played, and no others. */
  boolean fixed() {
    return this == GATE || this == KARMADA;
  }
}
