/** Checks policies and bindings before they are replicated. */
package io.sluice.policy.admission;
