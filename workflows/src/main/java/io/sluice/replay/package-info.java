/**
 * Replays the histories of an attempt with the workflow code of this build, and returns each step.
 *
 * <p>{@link io.sluice.replay.AttemptReplayer} replays; {@link io.sluice.replay.RunReader} reads
 * what the history itself says. Neither needs a server: histories come from elsewhere.
 */
package io.sluice.replay;
