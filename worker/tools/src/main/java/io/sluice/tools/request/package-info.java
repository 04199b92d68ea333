/**
 * Writes what a person asks of a rollout into the spec of its Rollout object, with the rights of
 * that person. Every write carries the resourceVersion it was decided on; after a conflict all is
 * read and decided again.
 */
package io.sluice.tools.request;
