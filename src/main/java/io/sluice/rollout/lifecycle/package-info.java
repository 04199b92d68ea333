/**
 * Decides when an attempt begins ({@link io.sluice.rollout.lifecycle.AttemptDue}), whether it may
 * write the Rollout object ({@link io.sluice.rollout.lifecycle.ClaimRule}), and what happens
 * between attempts: to clusters that join ({@link io.sluice.rollout.lifecycle.NewcomerContent}),
 * and to an object that is not needed any more ({@link
 * io.sluice.rollout.lifecycle.RetirementAction}). {@link
 * io.sluice.rollout.lifecycle.SettingsValidation} accepts or refuses the settings of a policy,
 * {@link io.sluice.rollout.lifecycle.HubName} names the workflows of a hub.
 */
package io.sluice.rollout.lifecycle;
