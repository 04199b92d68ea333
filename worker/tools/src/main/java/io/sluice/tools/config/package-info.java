/**
 * Finds the settings of a process: on the command line, in the environment, in a file.
 *
 * <p>{@link io.sluice.tools.config.Configuration} finds the values, {@link
 * io.sluice.tools.config.ConfigDefaults} gives them to picocli, {@link
 * io.sluice.tools.config.ConfigPrinter} prints them. What a setting means and takes is said once,
 * at its option: the option's description key is its key in the file. The options of processes are
 * here, those of more commands in {@link io.sluice.tools.option}.
 */
package io.sluice.tools.config;
