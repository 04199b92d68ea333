/** Completes command lines in shells, and for {@code kubectl sluice}. */
package io.sluice.tools.completion;
