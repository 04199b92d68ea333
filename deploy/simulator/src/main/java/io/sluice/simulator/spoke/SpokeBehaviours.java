package io.sluice.simulator.spoke;

/** Chooses the behaviour of each simulated spoke by the name of its cluster. */
@FunctionalInterface
public interface SpokeBehaviours {
  SpokeBehaviour of(String cluster);

  /** Gives all clusters one behaviour. */
  static SpokeBehaviours all(SpokeBehaviour behaviour) {
    return cluster -> behaviour;
  }

  /** Gives one cluster another behaviour. */
  default SpokeBehaviours butFor(String exception, SpokeBehaviour behaviour) {
    return cluster -> cluster.equals(exception) ? behaviour : of(cluster);
  }
}
