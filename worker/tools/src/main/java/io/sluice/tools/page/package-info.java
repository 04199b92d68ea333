/** Holds the commands that show rollouts as pages: dashboard and report. */
package io.sluice.tools.page;
