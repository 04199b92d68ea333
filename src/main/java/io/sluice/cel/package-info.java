/**
 * Compiles and evaluates conditions that people wrote in CEL (policy-propagation 16b).
 *
 * <p>{@link io.sluice.cel.CelExpression} is about one object or list; Placements declare a function
 * besides, and use {@link io.sluice.cel.CelCompiler} themselves. {@code CelCost} ends what costs
 * too much, and {@code CelCallSize} computes what would be built before it is. The library is
 * loaded with the first expression: nothing here is touched for settings without CEL.
 */
package io.sluice.cel;
