/**
 * Decides when clusters may start: start times, windows and freezes (between-waves 2).
 *
 * <p>{@link io.sluice.schedule.ScheduleReader} reads a Rollout's {@code spec.schedule} and
 * calendars, {@link io.sluice.schedule.ScheduleEvaluator} evaluates them for a fleet. Both run
 * where the hub is observed. {@link io.sluice.schedule.ScheduleTimes} is what they say, and all
 * that a workflow sees: instants, with what is shown of the rules behind them.
 *
 * <p>Tests: {@code ScheduleReaderTest}, {@code CronScheduleTest}, {@code ScheduleExamplesTest},
 * {@code ScheduleEvaluatorTest}, {@code ScheduleBudgetTest}, {@code ScheduleTimesTest}.
 */
package io.sluice.schedule;
