/** Simulates networks that lose connections. */
package io.sluice.simulator.network;
