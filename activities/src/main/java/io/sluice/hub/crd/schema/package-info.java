/**
 * Describes the kinds whose schemas are written from Java: {@code deploy/crds} is generated from
 * these types.
 *
 * <p>Nothing is ever read into them. Running code keeps generic trees, so that fields unknown to
 * Sluice survive.
 */
package io.sluice.hub.crd.schema;
