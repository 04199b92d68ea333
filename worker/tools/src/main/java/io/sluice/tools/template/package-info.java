/**
 * Reads a template that Karmada's API propagates, and asks the gate about it (lazy-activation 1.4),
 * for the commands that are given {@code --template} in place of a policy.
 */
package io.sluice.tools.template;
