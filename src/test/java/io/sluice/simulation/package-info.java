/**
 * Tests the planner of a rollout with random simulations: checks every step and every write against
 * the invariants of rollout-strategy 7.
 *
 * <p>{@code ScriptGenerator} generates a {@code SimulationScript} from a seed. {@code EventKind}
 * defines the effect of each event on a {@code Simulation}: a {@code ModelHub}, its {@code
 * ModelFleet} of spokes, a {@code ModelPolicyReconciler} and {@code ModelRun}s, which call the
 * product's planner. {@code InvariantChecker} checks all of it with logs of its own and throws an
 * {@code InvariantViolation}; {@code ScriptShrinker} then finds a small failing script. Begin with
 * {@code SimulationTest}.
 */
package io.sluice.simulation;
