package io.sluice.control.template;

import io.sluice.activation.ContentFingerprint;
import io.sluice.template.ResourceId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Remembers the content of templates that no policy owns, from when they were first seen
 * (lazy-activation 2.6).
 *
 * <p>It is learned again at the start: nothing that is stored depends on it.
 */
final class NotedContent {
  private final Map<ResourceId, Noted> noted = new ConcurrentHashMap<>();

  /**
   * Holds what was seen of a template.
   *
   * @param version the resourceVersion that it had
   */
  record Noted(String uid, String version, ContentFingerprint content) {}

  /** Notes a content, unless that template has been noted before. */
  void noteFirst(
      ResourceId template, String uid, String version, Supplier<ContentFingerprint> content) {
    noted.compute(
        template,
        (id, known) ->
            known != null && known.uid().equals(uid)
                ? known
                : new Noted(uid, version, content.get()));
  }

  /** Notes the content at a decision. */
  void note(ResourceId template, String uid, String version, ContentFingerprint content) {
    noted.put(template, new Noted(uid, version, content));
  }

  Optional<Noted> of(ResourceId template, String uid) {
    return Optional.ofNullable(noted.get(template)).filter(known -> known.uid().equals(uid));
  }

  void forget(ResourceId template) {
    noted.remove(template);
  }
}
