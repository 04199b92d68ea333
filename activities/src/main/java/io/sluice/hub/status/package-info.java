/** Converts the spec and status of a Rollout object; {@code hub.write} sends the result. */
package io.sluice.hub.status;
