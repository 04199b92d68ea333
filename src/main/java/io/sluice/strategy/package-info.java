/**
 * Holds the settings of a rollout, and reads them from what a person wrote (rollout-strategy 1.5,
 * 1.6).
 *
 * <p>{@link io.sluice.strategy.StrategyReader} turns a generic tree into a {@link
 * io.sluice.strategy.Strategy}, or into every {@link io.sluice.policy.Problem} that it has, never
 * into a silent default.
 */
package io.sluice.strategy;
