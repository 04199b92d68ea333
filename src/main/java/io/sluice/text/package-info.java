/**
 * Makes text that people wrote fit to be shown to others.
 *
 * <p>{@link io.sluice.text.PrintableText} stands in front of terminals, Markdown, HTML, logs and
 * messages of errors.
 */
package io.sluice.text;
