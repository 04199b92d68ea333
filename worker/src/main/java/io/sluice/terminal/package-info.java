/**
 * Describes what a terminal can show, and formats text for it. {@link io.sluice.terminal.Terminal}
 * is the entry.
 */
package io.sluice.terminal;
