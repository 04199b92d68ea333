/**
 * Reads approvals with rules from a Rollout, and finds out whether the hub holds them to who gave
 * them (between-waves 4).
 *
 * <p>{@link io.sluice.hub.approval.ApprovalSettings} reads rules and records, and the author of the
 * version, whom {@code VersionAuthor} finds in managed fields. {@code ApprovalCheck} tries by a dry
 * run whether the admission policy of {@code deploy/admission/approvals} is in force; {@link
 * io.sluice.hub.approval.RememberedGuard} remembers its answer. What a record counts for is in
 * {@code io.sluice.approval}.
 *
 * <p>Tests: {@code ApprovalSettingsTest}, {@code VersionAuthorTest}, {@code ApprovalCheckTest}; on
 * real servers {@code ApprovalAdmissionIT}, {@code ApprovalRulesIT}.
 */
package io.sluice.hub.approval;
