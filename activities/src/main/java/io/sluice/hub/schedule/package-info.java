/**
 * Evaluates when the clusters of a Rollout may start, for an observation of the hub (between-waves
 * C7).
 *
 * <p>{@link io.sluice.hub.schedule.CalendarReader} reads calendars from the hub; {@code
 * CalendarFinder} finds those that bind a Rollout, and what is wrong with them; {@link
 * io.sluice.hub.schedule.ScheduleObserver} has the rest evaluated by {@code io.sluice.schedule}.
 *
 * <p>Tests: {@code ScheduleObserverTest}, {@code CalendarRolloutTest}, {@code ScheduleRolloutTest}.
 */
package io.sluice.hub.schedule;
