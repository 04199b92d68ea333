/**
 * Reads a template that Karmada's API propagates, and plans the activation of it (lazy-activation
 * 1.4), for the commands that are given {@code --template} in place of a policy.
 */
package io.sluice.tools.template;
