/**
 * Decides in which order the PlacementDecisions of a Placement are written (placement 9).
 *
 * <p>{@link io.sluice.placement.write.DecisionWritePlanner} returns one {@link
 * io.sluice.placement.write.DecisionWrite} after the other, each from what stands on the hub at
 * that moment, so that a crash, a conflict or a changed result needs no other treatment. {@link
 * io.sluice.placement.write.DecisionOwner} separates the Placement's own objects from those of
 * other owners, which are never written.
 */
package io.sluice.placement.write;
