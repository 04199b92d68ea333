/**
 * Releases edits of the targeting that wait, with the rights of the person who asks
 * (lazy-activation 4.5).
 */
package io.sluice.tools.activation;
