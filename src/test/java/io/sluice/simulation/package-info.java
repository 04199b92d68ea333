/**
 * Proves the judgement of a rollout: plays random worlds and holds every step and every write
 * against the invariants of rollout-strategy 7.
 *
 * <p>Who does what: {@code Invention} invents a {@code Script} from a seed, {@code Kind} says what
 * each of its events does to a {@code World}: a {@code ModelHub}, its {@code ModelFleet} of spokes,
 * a {@code ModelKeeper} and {@code ModelRun}s that drive the production's step. The {@code Oracle}
 * watches all of it with books of its own and raises a {@code Violation}; the {@code Shrinker}
 * makes the script small that raised it. {@code SimulationTest} is where to begin.
 */
package io.sluice.simulation;
