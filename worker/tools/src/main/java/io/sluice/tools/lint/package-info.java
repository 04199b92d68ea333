/**
 * Checks policies, Rollouts, what binds and places them, calendars and notifiers before they are
 * applied: finds what a worker would refuse, and what is legal but probably not meant.
 */
package io.sluice.tools.lint;
