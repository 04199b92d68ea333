/**
 * Plays an attempt forward on a clock of its own, to show what it would do and when.
 *
 * <p>{@link io.sluice.forecast.Forecaster} takes the steps of the real planner, one after the
 * other; {@code AnsweringFleet} answers its actions as a {@link io.sluice.forecast.FleetProfile}
 * says; {@link io.sluice.forecast.CourseRecorder} notes what starts, what was waited for and how it
 * ends. The recorder takes any steps, also those of a run that was recorded.
 */
package io.sluice.forecast;
