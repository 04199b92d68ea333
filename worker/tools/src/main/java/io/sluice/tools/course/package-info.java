/**
 * Reads the course of a policy's attempt from Temporal, for the commands that look back.
 *
 * <p>{@link io.sluice.tools.course.HistoryStore} finds and downloads the histories of its runs;
 * {@code io.sluice.replay} replays them.
 */
package io.sluice.tools.course;
