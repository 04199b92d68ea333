package io.sluice.activation;

import io.sluice.activation.Targeting.Resolved;

/**
 * Holds content and targeting as the API objects say now.
 *
 * @param content hash of the content
 * @param revision of both together
 */
record DesiredIntent(Resolved targeting, String content, String revision) {
  static DesiredIntent of(Resolved targeting, String content) {
    return new DesiredIntent(targeting, content, IntentRevision.of(content, targeting.snapshot()));
  }
}
