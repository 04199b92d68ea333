/**
 * Waits until a rollout is where a script wants it: {@link io.sluice.cli.wait.WaitJudge} decides by
 * one status, {@link io.sluice.cli.wait.WaitRun} reads until it has decided.
 */
package io.sluice.cli.wait;
