/**
 * Decides when an attempt begins ({@link io.sluice.lifecycle.AttemptDue}), whether it may write the
 * Rollout object ({@link io.sluice.lifecycle.ClaimRule}), and what happens between attempts: to
 * clusters that join ({@link io.sluice.lifecycle.NewcomerContent}), and to an object that is not
 * needed any more ({@link io.sluice.lifecycle.RetirementAction}). {@link
 * io.sluice.lifecycle.SettingsValidation} accepts or refuses the settings of a policy.
 */
package io.sluice.lifecycle;
