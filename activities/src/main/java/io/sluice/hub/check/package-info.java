/**
 * Asks for evidence from elsewhere, on a task queue of its own (between-waves 3): Prometheus,
 * webhooks, objects of the hub.
 *
 * <p>{@link io.sluice.hub.check.CheckAsker} keeps the time of a question, and makes an answer of
 * whatever goes wrong. {@code AddressGuard} decides what may be asked over HTTP, by the {@link
 * io.sluice.hub.http.AllowedAddresses} of the administrator; {@code CheckedObjectReader} what of
 * the hub; {@link io.sluice.hub.check.CheckSettings} reads what is asked. {@code AnswerJudge}
 * evaluates the CEL of settings. How answers count is in {@code io.sluice.check}.
 *
 * <p>Tests: {@code PrometheusCheckTest}, {@code WebhookCheckTest}, {@code ObjectCheckTest}.
 */
package io.sluice.hub.check;
