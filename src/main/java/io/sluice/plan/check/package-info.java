/**
 * Decides for the checks of an attempt (between-waves 3): which are asked, which hold a group, and
 * which halt it.
 */
package io.sluice.plan.check;
