/** Holds approvals of Rollouts to who gives them, in place of an admission policy. */
package io.sluice.simulator.approval;
