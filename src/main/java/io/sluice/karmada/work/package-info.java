/**
 * Plans what clusters get of a template: its binding and its Works (lazy-activation 2.5, 2.8 to
 * 2.10).
 *
 * <p>{@link io.sluice.karmada.work.TemplatePlanner} asks the gate and plans claim and binding;
 * {@link io.sluice.karmada.work.WorkPlanner} plans the Works of a binding, which {@link
 * io.sluice.karmada.work.ManifestRenderer} and {@link io.sluice.karmada.work.WorkRenderer} render.
 * {@link io.sluice.karmada.work.DependencyFinder} reads what a workload mounts. {@link
 * io.sluice.karmada.work.StagedWorkPlanner} holds Works while a rollout runs, {@link
 * io.sluice.karmada.work.WorkEvidence} judges their status (lazy-activation 3). {@link
 * io.sluice.karmada.work.IntentComparer} compares the clusters of a pending intent (lazy-activation
 * 1.4).
 */
package io.sluice.karmada.work;
