/**
 * Tells whose run a run is where several hubs share a namespace of Temporal (rollout-strategy 3.2,
 * "Life of the workflow").
 *
 * <p>{@link io.sluice.workflow.owner.HubIdentity} is a hub, {@link
 * io.sluice.workflow.owner.RunOwner} what the memo of a run says of its own, and {@link
 * io.sluice.workflow.owner.OwnerCheck} keeps a worker from executing activities of another's runs.
 * The ids are made by {@code io.sluice.rollout.lifecycle.HubName}.
 */
package io.sluice.workflow.owner;
