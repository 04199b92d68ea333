/** Holds the settings of a worker process. */
package io.sluice.settings;
