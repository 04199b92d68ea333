/**
 * Waits until a rollout is where a script wants it: {@link io.sluice.tools.wait.WaitJudge} decides
 * by one status, {@link io.sluice.tools.wait.WaitRun} reads until it has decided.
 */
package io.sluice.tools.wait;
