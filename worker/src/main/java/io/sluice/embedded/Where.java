package io.sluice.embedded;

import java.util.HashMap;
import java.util.Map;

/**
 * Chooses requests for a fault: by verb, kind, subresource, namespace and name, all of which may be
 * left open.
 *
 * <p>Verbs are those of RBAC: get, list, watch, create, update, patch, delete.
 */
public record Where(Map<String, String> wanted) {
  public Where {
    wanted = Map.copyOf(wanted);
  }

  /** Every request. */
  public static Where anything() {
    return new Where(Map.of());
  }

  public Where verb(String verb) {
    return and("verb", verb);
  }

  /** The kind as objects name it: {@code Policy}. */
  public Where kind(String kind) {
    return and("kind", kind);
  }

  /** {@code status}, or empty for the object itself. */
  public Where subresource(String subresource) {
    return and("subresource", subresource);
  }

  public Where namespace(String namespace) {
    return and("namespace", namespace);
  }

  public Where name(String name) {
    return and("name", name);
  }

  private Where and(String field, String value) {
    Map<String, String> more = new HashMap<>(wanted);
    more.put(field, value);
    return new Where(more);
  }

  boolean matches(Call call) {
    Map<String, String> actual =
        Map.of(
            "verb", call.verb(),
            "kind", call.key().kind().name(),
            "subresource", call.subresource(),
            "namespace", call.key().namespace(),
            "name", call.key().name());
    return actual.entrySet().containsAll(wanted.entrySet());
  }
}
