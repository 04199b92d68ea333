package io.sluice.rehearsal.recorded;

import io.sluice.rollout.Report;
import java.time.Instant;

/**
 * Holds a report with the instant at which the run received it.
 *
 * @param look whether the run asked for it
 */
record TimedReport(Instant at, Report report, boolean look) {}
