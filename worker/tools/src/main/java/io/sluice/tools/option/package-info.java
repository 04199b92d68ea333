/** Holds what all commands share: options, exit codes and failures with a message for the user. */
package io.sluice.tools.option;
