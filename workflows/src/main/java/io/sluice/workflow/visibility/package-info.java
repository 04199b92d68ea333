/** Writes what Temporal shows of a run: search attributes, summary and details. */
package io.sluice.workflow.visibility;
