/**
 * Implements the activities of a rollout against a hub.
 *
 * <ul>
 *   <li>{@link io.sluice.hub.KubernetesHubActivities} implements the activities; {@link
 *       io.sluice.hub.read.HubReader} reads what it needs, live.
 *   <li>{@link io.sluice.hub.read.PolicyContext} derives from what was read, live or from
 *       informers, the root ({@link io.sluice.hub.client.RootPolicy}), its strategy ({@link
 *       io.sluice.rollout.strategy.EffectiveStrategy}), whether it is accepted ({@link
 *       io.sluice.rollout.lifecycle.SettingsValidation}), and the fleet ({@link
 *       io.sluice.hub.read.BoundPlacements}).
 *   <li>{@link io.sluice.hub.replica.ReplicaStore} holds replicas as informers last saw them;
 *       {@link io.sluice.hub.replica.ReplicaWriter} writes all replicas.
 *   <li>{@link io.sluice.hub.write.Revisions} keeps the content of versions, {@link
 *       io.sluice.hub.write.RolloutObjects} the Rollout objects.
 *   <li>{@link io.sluice.hub.TargetHubActivities} passes calls for the binding of a template on to
 *       {@link io.sluice.hub.BindingHubActivities}.
 * </ul>
 *
 * <p>In places fabric8 sends more requests than asked for. So here: no {@code replace}, no edit by
 * name, every update carries the resourceVersion that it was decided on.
 */
package io.sluice.hub;
