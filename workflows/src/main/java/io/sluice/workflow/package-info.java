/**
 * Runs an attempt as a durable Temporal workflow, and declares the activities that it calls.
 *
 * <p>Read {@link io.sluice.workflow.PolicyRolloutWorkflow} for signals, updates and queries, {@link
 * io.sluice.workflow.RolloutRun} for the course of a run, and {@link
 * io.sluice.workflow.HubActivities} for the activities.
 *
 * <p>Workflow code is replayed from its history, so in it:
 *
 * <ul>
 *   <li>no clock but {@code Workflow.currentTimeMillis()}, passed on as {@code now};
 *   <li>no random, no environment, no I/O, no threads, no logger but {@code Workflow.getLogger};
 *   <li>no unordered collection where its order could reach a command;
 *   <li>no judgement: a changed judgement is a new number of {@link io.sluice.rollout.Rules};
 *   <li>signal handlers only add to the buffer and never throw; a validator checks users' updates
 *       before they are recorded;
 *   <li>one timer at a time, in a scope of its own; continue-as-new only from the run itself, when
 *       no handler is running and no answer of the hub waits for a step.
 * </ul>
 */
package io.sluice.workflow;
