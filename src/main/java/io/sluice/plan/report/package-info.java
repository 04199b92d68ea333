/**
 * Reports an attempt to people: progress, what it waits for, and the clusters that have an issue.
 */
package io.sluice.plan.report;
