/** Defines the format of the status of a Rollout: read and written here alone. */
package io.sluice.hub.status;
