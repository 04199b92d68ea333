/**
 * Decides when clusters may start: start times, windows and freezes (between-waves 2).
 *
 * <p>{@link io.sluice.schedule.ScheduleTimes} is what an observation of the hub says of it, and all
 * that a workflow sees: instants, with what is shown of the rules behind them.
 *
 * <p>Tests: {@code ScheduleTimesTest}.
 */
package io.sluice.schedule;
