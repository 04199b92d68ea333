/** Exports what the policy propagator exports for monitoring (policy-propagation 8.6). */
package io.sluice.metrics;
