/**
 * Caches what the hub has, and routes what changes there to the controller of policies.
 *
 * <p>{@link io.sluice.control.cache.HubCaches} has one informer for each kind, and puts together
 * what concerns one policy; {@link io.sluice.control.cache.HubCachesBuilder} starts them. {@link
 * io.sluice.control.cache.EventRouter} finds the policies that an event concerns, and what of them:
 * {@link io.sluice.control.cache.LeaderRouter}, which the routers of placements and templates
 * extend too, drops events while this process does not lead. The content of a large root is not
 * cached: {@link io.sluice.control.cache.RootContentReader} reads it. {@link
 * io.sluice.control.cache.RootRefresher} reads a root anew whose strategy the CRD had dropped.
 *
 * <p>Nothing is decided here, and nothing written. Tests: {@code EventRouterTest}, {@code
 * RootRefresherTest}, {@code WatchSilenceTest}.
 */
package io.sluice.control.cache;
