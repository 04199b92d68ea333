/**
 * Propagates templates as Karmada's API says, while the process leads (lazy-activation 2).
 *
 * <p>{@link io.sluice.control.template.TemplateRouter} routes events of the hub to {@link
 * io.sluice.control.template.TemplateController}, which queues the templates and policies that they
 * concern. {@link io.sluice.control.template.TemplateReconciler} makes one decision about one
 * template and writes claim and binding, {@link io.sluice.control.template.WorkReconciler} the
 * Works of that binding. {@link io.sluice.control.template.PropagationPolicyReconciler} gives
 * policies their ids and finalizers, and removes the finalizers. {@link
 * io.sluice.control.template.StagedRollouts} has bindings with a strategy rolled out, {@link
 * io.sluice.control.template.StagedRunMonitor} ends the runs of those that are gone.
 */
package io.sluice.control.template;
