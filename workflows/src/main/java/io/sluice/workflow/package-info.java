/**
 * Runs an attempt as a durable Temporal workflow, and names the questions it asks of a hub.
 *
 * <p>Read {@link io.sluice.workflow.PolicyRolloutWorkflow} for what people and the watcher may
 * send, {@link io.sluice.workflow.RolloutRun} for the course of a run, and {@link
 * io.sluice.workflow.HubActivities} for the ports.
 *
 * <p>Workflow code is replayed from its history, so in it:
 *
 * <ul>
 *   <li>no clock but {@code Workflow.currentTimeMillis()}, handed on as {@code now};
 *   <li>no random, no environment, no I/O, no threads, no logger but {@code Workflow.getLogger};
 *   <li>no unordered collection where its order could reach a command;
 *   <li>no judgement: a change of it is a new number of {@link io.sluice.rollout.Rules};
 *   <li>signal handlers only enter into the inbox and never throw; what people ask for is checked
 *       by a validator before it is recorded;
 *   <li>one timer at a time, in a scope of its own; continue-as-new only from the run itself, when
 *       no handler is under way and no answer of the hub waits for a step.
 * </ul>
 */
package io.sluice.workflow;
