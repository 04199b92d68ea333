/**
 * Runs the commands of the command line; {@link io.sluice.cli.SluiceCommand} lists them. The
 * printers of a status serve the demo as well.
 */
package io.sluice.cli;
