/**
 * What may keep clusters from starting, one after the other (between-waves 1): {@link
 * io.sluice.plan.hold.Holds} asks all of it. Nothing here changes a cluster that has started.
 */
package io.sluice.plan.hold;
