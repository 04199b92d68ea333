/**
 * Approvals in the spec of a Rollout: what a person decided about a group, what people have
 * recorded of it, and how far that meets the rules that cover it (between-waves 4).
 */
package io.sluice.tools.approval;
