package io.sluice.simulator.karmada;

/** Lists what in a report shows which version of a Work it is about (lazy-activation 3). */
public enum MemberEvidence {
  /** The condition {@code Applied} carries the generation of the Work. */
  WORK_GENERATION,

  /** The reflected status carries the generation of the template, as Karmada's executor does. */
  TEMPLATE_GENERATION,

  /** Nothing in the report shows it. */
  NONE
}
