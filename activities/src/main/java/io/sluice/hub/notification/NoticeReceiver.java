package io.sluice.hub.notification;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.http.HttpSecret;
import java.util.Optional;

/**
 * Holds where a notice goes, and with which credentials.
 *
 * @param secretUrl whether the URL is from the Secret, so that no message may show it
 */
record NoticeReceiver(String url, boolean secretUrl, Optional<HttpSecret> secret) {
  NoticeReceiver {
    requireNonNull(url, "url is null");
    requireNonNull(secret, "secret is null");
  }
}
