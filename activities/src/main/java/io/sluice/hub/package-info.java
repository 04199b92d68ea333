/**
 * Answers the ports of a rollout from a real hub.
 *
 * <ul>
 *   <li>{@link io.sluice.hub.FabricHub} answers the workflow; {@link io.sluice.hub.HubReader} reads
 *       what it needs, live.
 *   <li>{@link io.sluice.hub.HubPicture} makes sense of what was read, live or from informers: the
 *       root ({@link io.sluice.hub.RootPolicy}), its strategy ({@link
 *       io.sluice.plan.strategy.EffectiveStrategy}), whether it is accepted ({@link
 *       io.sluice.upkeep.Acceptance}), and the fleet ({@link io.sluice.hub.PlacementReading}).
 *   <li>{@link io.sluice.hub.ReplicaStore} keeps what informers see of policies; {@link
 *       io.sluice.hub.ReplicaWriter} is the one way to write a replica.
 *   <li>{@link io.sluice.hub.Revisions} keeps the content of versions, {@link
 *       io.sluice.hub.RolloutObjects} the Rollout objects.
 * </ul>
 *
 * <p>fabric8 sends more than it is asked for in places. So here: no {@code replace}, no edit by
 * name, every update carries the resourceVersion that it was decided on.
 */
package io.sluice.hub;
