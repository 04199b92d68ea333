/**
 * What keeps clusters from starting, as every place shows it that shows a rollout (between-waves
 * 1). What decides it is in {@code io.sluice.plan.hold}.
 */
package io.sluice.hold;
