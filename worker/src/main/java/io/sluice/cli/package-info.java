/** Runs the commands of the command line; {@link io.sluice.cli.SluiceCommand} lists them. */
package io.sluice.cli;
