/**
 * Waits until a rollout has reached what a script waits for: {@link io.sluice.tools.wait.WaitJudge}
 * decides by one status, {@link io.sluice.tools.wait.WaitRun} reads until it has decided.
 */
package io.sluice.tools.wait;
