/**
 * Reads the settings of a Placement (placement 2, 3).
 *
 * <p>{@link io.sluice.placement.spec.PlacementSpecParser} names all their problems; it hands
 * predicates, tolerations, prioritizers and groups to a parser each. {@code CelSelectorCompiler}
 * compiles CEL: the library is loaded only if a Placement uses it.
 */
package io.sluice.placement.spec;
