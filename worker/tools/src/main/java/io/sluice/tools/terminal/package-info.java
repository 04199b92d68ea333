/**
 * Describes what a terminal can show, and formats text for it. {@link
 * io.sluice.tools.terminal.Terminal} is the entry.
 */
package io.sluice.tools.terminal;
