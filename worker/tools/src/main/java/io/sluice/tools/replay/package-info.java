/**
 * Replays the history of a rollout from a file, for {@code sluice replay}.
 *
 * <p>{@link io.sluice.tools.replay.HistoryFile} reads the file; {@code io.sluice.replay} replays
 * it.
 */
package io.sluice.tools.replay;
