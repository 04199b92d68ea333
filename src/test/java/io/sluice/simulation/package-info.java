/**
 * Proves the judgement of a rollout: plays random worlds and holds every step and every write
 * against the invariants of rollout-strategy 7.
 *
 * <p>Who does what: {@code ScriptGenerator} invents a {@code SimulationScript} from a seed, {@code
 * EventKind} says what each of its events does to a {@code Simulation}: a {@code ModelHub}, its
 * {@code ModelFleet} of spokes, a {@code ModelPolicyReconciler} and {@code ModelRun}s that drive
 * the production's step. The {@code InvariantChecker} watches all of it with books of its own and
 * raises a {@code InvariantViolation}; the {@code ScriptShrinker} makes the script small that
 * raised it. {@code SimulationTest} is where to begin.
 */
package io.sluice.simulation;
