/** Reads from the hub what a rollout is judged by: policy, placements, versions. */
package io.sluice.hub.read;
