package io.sluice.template;

import java.util.List;

/** Lists what may apply Works inside the members (lazy-activation 2.9). */
public enum WorkExecutor {
  /** Whatever it is, a Work that is deleted does not wait for it. */
  NONE("none", List.of()),

  /** Karmada's agent, which first deletes what it has applied. */
  KARMADA_AGENT("karmada-agent", List.of(KarmadaKeys.EXECUTION_FINALIZER));

  private final String label;
  private final List<String> finalizers;

  WorkExecutor(String label, List<String> finalizers) {
    this.label = label;
    this.finalizers = finalizers;
  }

  /** Returns its name in the setting. */
  public String label() {
    return label;
  }

  /** Returns the finalizers of new Works, which it removes. */
  public List<String> finalizers() {
    return finalizers;
  }
}
