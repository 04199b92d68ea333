/** Evaluates when clusters may start, with each observation of the hub (between-waves 2). */
package io.sluice.hub.schedule;
