/**
 * Plays a rollout in one JVM: {@link io.sluice.cli.demo.Examples} says what is rolled out to whom,
 * {@link io.sluice.cli.demo.DemoHouse} holds the servers, Sluice and the simulated clusters, {@link
 * io.sluice.cli.demo.Demo} watches the rollout and asks for approvals, {@link
 * io.sluice.cli.demo.Screen} shows it.
 */
package io.sluice.cli.demo;
