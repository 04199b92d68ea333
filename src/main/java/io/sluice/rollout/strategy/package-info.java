/**
 * Holds the settings of a rollout, and reads them from a {@code rolloutStrategy} (rollout-strategy
 * 1.5, 1.6).
 *
 * <p>{@link io.sluice.rollout.strategy.StrategyReader} turns a generic tree into a {@link
 * io.sluice.rollout.strategy.Strategy}, or reports every {@link io.sluice.policy.Problem} of it; it
 * never falls back to a default silently.
 *
 * <p>{@link io.sluice.rollout.strategy.SettingNode} is a place in the tree, {@link
 * io.sluice.rollout.strategy.ScalarReader} reads amounts and durations, {@link
 * io.sluice.rollout.strategy.SelectorReader} reads selectors of clusters and groups, the former by
 * {@link io.sluice.rollout.strategy.LabelSelectorReader}, which also reads those of Placements.
 */
package io.sluice.rollout.strategy;
