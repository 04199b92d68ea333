/** Judges what the status of a replica proves about the version that was dispatched. */
package io.sluice.evidence;
