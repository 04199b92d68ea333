/**
 * Explains one cluster for {@code sluice why}: from the history of the attempt, and from the hub.
 *
 * <p>{@link io.sluice.cli.explain.ClusterReportReader} reads, {@link
 * io.sluice.cli.explain.ClusterReportPrinter} and {@link io.sluice.cli.explain.ClusterReportTree}
 * format.
 */
package io.sluice.cli.explain;
