/**
 * Propagates templates as Karmada's API says, while the process leads (lazy-activation 2).
 *
 * <p>{@link io.sluice.detector.TemplateRouter} routes events of the hub to {@link
 * io.sluice.detector.TemplateController}, which queues the templates and policies that they
 * concern. {@link io.sluice.detector.TemplateReconciler} makes one decision about one template and
 * writes claim and binding, {@link io.sluice.detector.WorkReconciler} the Works of that binding.
 * {@link io.sluice.detector.PropagationPolicyReconciler} gives policies their ids and lets them go.
 * {@link io.sluice.detector.StagedRollouts} has bindings with a strategy rolled out, {@link
 * io.sluice.detector.StagedRunMonitor} ends the runs of those that are gone.
 */
package io.sluice.detector;
