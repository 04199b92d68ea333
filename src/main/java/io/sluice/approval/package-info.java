/**
 * Approvals with rules (between-waves 4): how many people must have approved a group, who counts,
 * and for how long.
 */
package io.sluice.approval;
