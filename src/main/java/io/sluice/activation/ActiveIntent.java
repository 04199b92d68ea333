package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what was activated last.
 *
 * @param revision of content and targeting together, 12 hex digits
 * @param content hash of the content
 * @param from the targeting's object: {@code PropagationPolicy/default/web}
 * @param generation that of this object
 * @param manifest identifies the content as members get it, where it is kept with them alone
 */
public record ActiveIntent(
    String revision,
    String content,
    String from,
    long generation,
    Instant since,
    ActivationCause cause,
    Optional<String> manifest) {
  public ActiveIntent {
    requireNonNull(revision, "revision is null");
    requireNonNull(content, "content is null");
    requireNonNull(from, "from is null");
    requireNonNull(since, "since is null");
    requireNonNull(cause, "cause is null");
    requireNonNull(manifest, "manifest is null");
  }

  /** Returns the same intent, with its content as members get it. */
  public ActiveIntent with(String manifest) {
    return new ActiveIntent(
        revision, content, from, generation, since, cause, Optional.of(manifest));
  }

  /** Returns the same content with another targeting. */
  ActiveIntent retargeted(Map<String, Object> snapshot) {
    return new ActiveIntent(
        IntentRevision.of(content, snapshot), content, from, generation, since, cause, manifest);
  }
}
