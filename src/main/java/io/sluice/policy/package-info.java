/**
 * Describes versions of policies, their replicas and the reports on them.
 *
 * <p>{@link io.sluice.policy.PolicySnapshot} is the content of a version, {@link
 * io.sluice.policy.ReplicaRenderer} renders a cluster's replica from it, {@link
 * io.sluice.policy.Dispatch} records what a replica was given, and {@link
 * io.sluice.policy.TemplateReport} is what came back. {@code io.sluice.policy.evidence} judges the
 * reports, {@code io.sluice.policy.admission} checks policies and bindings.
 */
package io.sluice.policy;
