/**
 * Plays a rollout in one JVM: {@link io.sluice.demo.Examples} says what is rolled out to whom,
 * {@link io.sluice.demo.DemoEnvironment} holds the servers, Sluice and the simulated clusters,
 * {@link io.sluice.demo.Demo} watches the rollout and asks for approvals, {@link
 * io.sluice.demo.Screen} shows it.
 */
package io.sluice.demo;
