/**
 * Checks policies, Rollouts and bindings before they are applied: finds what a worker would refuse.
 */
package io.sluice.cli.lint;
