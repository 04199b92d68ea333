/**
 * Plans what clusters get of a template: its binding and its Works (lazy-activation 2.5, 2.8 to
 * 2.10).
 *
 * <p>{@link io.sluice.template.work.TemplatePlanner} plans the activation, claim and binding;
 * {@link io.sluice.template.work.WorkPlanner} plans the Works of a binding, which {@link
 * io.sluice.template.work.ManifestRenderer} and {@link io.sluice.template.work.WorkRenderer}
 * render. {@link io.sluice.template.work.DependencyFinder} reads what a workload mounts. {@link
 * io.sluice.template.work.StagedWorkPlanner} holds Works while a rollout runs, {@link
 * io.sluice.template.work.WorkEvidence} judges their status (lazy-activation 3). {@link
 * io.sluice.template.work.IntentComparer} compares the clusters of a pending intent
 * (lazy-activation 1.4).
 */
package io.sluice.template.work;
