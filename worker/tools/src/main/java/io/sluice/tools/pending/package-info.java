/**
 * Shows which edits of the targeting of a policy or template are pending, and what would become of
 * them (lazy-activation 1.4): {@link io.sluice.tools.pending.PendingPrinter#plan} for all clusters,
 * {@link io.sluice.tools.pending.WhyCommand} for one.
 */
package io.sluice.tools.pending;
