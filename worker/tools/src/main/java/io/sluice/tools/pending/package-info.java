/**
 * Shows what is pending of how a policy or template is placed, and plans the activation what
 * becomes of it (lazy-activation 1.4): {@link io.sluice.tools.pending.PendingPrinter#plan} for all
 * clusters, {@link io.sluice.tools.pending.WhyCommand} for one.
 */
package io.sluice.tools.pending;
