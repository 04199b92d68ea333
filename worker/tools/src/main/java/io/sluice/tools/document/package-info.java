/**
 * What documents for programs have in common: {@link io.sluice.tools.document.Document} and whom
 * they are about. Each command has a record of its own, whose components are the fields of its
 * document in docs/output.md and deploy/schemas; {@link io.sluice.tools.option.OutputFormat} writes
 * it.
 */
package io.sluice.tools.document;
