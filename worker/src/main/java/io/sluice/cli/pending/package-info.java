/**
 * Shows what is pending of how a policy or template is placed, and asks the gate what becomes of it
 * (lazy-activation 1.4): {@link io.sluice.cli.pending.PendingPrinter#plan} for all clusters, {@link
 * io.sluice.cli.pending.WhyCommand} for one.
 */
package io.sluice.cli.pending;
