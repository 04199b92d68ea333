/** Runs the commands of the command line. */
package io.sluice.cli;
