/**
 * Sends requests to addresses that people write into settings, within what the administrator allows
 * (between-waves K5, N3): for checks, and for notices.
 *
 * <p>{@link io.sluice.hub.http.AddressGuard} decides what may be sent to, {@link
 * io.sluice.hub.http.HttpSecretReader} which Secret may be used for it, {@link
 * io.sluice.hub.http.HttpSender} sends, and {@link io.sluice.hub.http.WebhookSignature} signs.
 * Whatever goes wrong is a {@link io.sluice.hub.http.NoAnswerException}, whose text people may
 * read.
 *
 * <p>Tests: {@code AddressGuardTest}, {@code WebhookCheckTest}.
 */
package io.sluice.hub.http;
