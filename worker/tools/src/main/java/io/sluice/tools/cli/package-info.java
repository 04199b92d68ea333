/**
 * Runs the commands of the command line; {@link io.sluice.tools.cli.SluiceCommand} lists them. The
 * printers of a status serve the demo as well, and templates of Karmada's policies ({@code
 * --template}) as they serve policies.
 */
package io.sluice.tools.cli;
