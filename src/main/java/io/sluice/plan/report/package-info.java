/**
 * Derives the reported progress of an attempt: counts, what it waits for, and clusters with issues.
 */
package io.sluice.plan.report;
