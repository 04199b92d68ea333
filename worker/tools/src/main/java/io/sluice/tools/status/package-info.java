/**
 * Shows how far rollouts have come: once, live, or until they have reached what a caller waits for.
 */
package io.sluice.tools.status;
