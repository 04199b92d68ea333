/** Recovers the state of an attempt from the hub when its run cannot be asked. */
package io.sluice.plan.recovery;
