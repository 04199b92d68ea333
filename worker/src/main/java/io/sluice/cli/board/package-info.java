/**
 * Shows where a rollout stands: {@link io.sluice.cli.board.BoardReader} takes it from the hub's
 * objects, {@link io.sluice.cli.board.Board} draws it, {@link io.sluice.cli.board.News} tells what
 * changed. Pure: trees and values in, lines out.
 */
package io.sluice.cli.board;
