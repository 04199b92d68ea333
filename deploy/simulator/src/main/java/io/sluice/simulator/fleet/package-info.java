/** Watches a hub for many simulated clusters by one watch, and runs them on a few threads. */
package io.sluice.simulator.fleet;
