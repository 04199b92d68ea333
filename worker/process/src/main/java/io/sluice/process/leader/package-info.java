/**
 * Elects the leader among the workers of a hub.
 *
 * <ul>
 *   <li>{@link io.sluice.process.leader.LeaderElection} renews the Lease, begins the leader's
 *       duties and ends them in time; {@link io.sluice.process.leader.LeaseCandidate} decides who
 *       holds the Lease.
 *   <li>{@link io.sluice.process.leader.LeaderTerm} is one time of leading, and refuses the writes
 *       of a process that missed its renewals.
 * </ul>
 */
package io.sluice.process.leader;
