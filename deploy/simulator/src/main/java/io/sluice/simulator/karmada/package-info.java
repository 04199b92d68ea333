/** Simulates member clusters: executors that apply Works and report what became of them. */
package io.sluice.simulator.karmada;
