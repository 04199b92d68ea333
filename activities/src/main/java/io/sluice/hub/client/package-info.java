/**
 * Talks to the API server: requests with their conflicts, retries and failures, and objects as
 * generic trees.
 */
package io.sluice.hub.client;
