/**
 * Plays a rollout in one JVM: {@link io.sluice.demo.Examples} holds what is rolled out to which
 * clusters, {@link io.sluice.demo.DemoEnvironment} starts the servers, Sluice and the simulated
 * clusters, {@link io.sluice.demo.Demo} watches the rollout and asks for approvals, {@link
 * io.sluice.tools.status.Screen} shows it. {@link io.sluice.demo.DemoMain} adds the commands to
 * Sluice's.
 */
package io.sluice.demo;
