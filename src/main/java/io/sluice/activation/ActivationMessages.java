package io.sluice.activation;

import io.sluice.activation.Targeting.Resolved;
import java.time.Instant;
import java.util.Optional;

/**
 * Formats why an intent was activated or waits: which revisions, what differs, what would activate
 * it.
 */
final class ActivationMessages {
  private ActivationMessages() {}

  static String preference(Resolved targeting) {
    return targeting.lazy() ? "Lazy" : "";
  }

  static String upToDate(String revision) {
    return "revision %s is active and desired".formatted(revision);
  }

  static String activated(ActiveIntent now, Optional<ActiveIntent> before) {
    return "revision %s of %s (generation %d) is activated (%s); %s"
        .formatted(
            now.revision(),
            now.from(),
            now.generation(),
            now.cause(),
            before.map(b -> "revision " + b.revision() + " was").orElse("nothing was before"));
  }

  static String pending(
      PendingIntent pending, Optional<ActiveIntent> active, Optional<Instant> instant) {
    return "revision %s of %s (generation %d) waits, %s; a change of the content activates it%s"
        .formatted(
            pending.revision(),
            pending.from(),
            pending.generation(),
            active
                .map(
                    intent ->
                        "revision %s is active: %s differ"
                            .formatted(intent.revision(), String.join(", ", pending.changes())))
                .orElse("nothing is active: the content was there already"),
            instant.map(at -> ", or the instant " + at).orElse(""));
  }

  static String badInstant(String value) {
    return "Cannot release what is pending at \"%s\": that is no instant with a zone. Write one such as 2026-03-01T22:00:00Z or 2026-03-01T23:00:00+01:00."
        .formatted(value);
  }
}
