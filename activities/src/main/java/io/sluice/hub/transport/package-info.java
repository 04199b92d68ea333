/**
 * Carries requests to the hub: limits how long it may be silent, and leaves connections on which
 * nothing arrives any more.
 */
package io.sluice.hub.transport;
