/**
 * Keeps the override of a policy beside OCM's propagator: creates it before an attempt, empties it
 * when the policy is edited, and removes it in its order (policy-propagation 14).
 */
package io.sluice.control.beside;
