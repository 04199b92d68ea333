/**
 * Explains one cluster for {@code sluice why}: from the history of the attempt, and from the hub.
 *
 * <p>{@link io.sluice.tools.explain.ClusterReportReader} reads, {@link
 * io.sluice.tools.explain.ClusterReportPrinter} and {@link io.sluice.tools.explain.ClusterDocument}
 * format.
 */
package io.sluice.tools.explain;
