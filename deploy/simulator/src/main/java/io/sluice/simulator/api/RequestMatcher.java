package io.sluice.simulator.api;

import java.util.HashMap;
import java.util.Map;

/**
 * Selects requests for a fault: by verb, kind, subresource, namespace and name, all optional.
 *
 * <p>Verbs are those of RBAC: get, list, watch, create, update, patch, delete.
 */
public record RequestMatcher(Map<String, String> wanted) {
  public RequestMatcher {
    wanted = Map.copyOf(wanted);
  }

  /** Matches every request. */
  public static RequestMatcher anything() {
    return new RequestMatcher(Map.of());
  }

  public RequestMatcher verb(String verb) {
    return and("verb", verb);
  }

  /** Sets the kind, spelled as in objects: {@code Policy}. */
  public RequestMatcher kind(String kind) {
    return and("kind", kind);
  }

  /** Sets {@code status}, or empty for the object itself. */
  public RequestMatcher subresource(String subresource) {
    return and("subresource", subresource);
  }

  public RequestMatcher namespace(String namespace) {
    return and("namespace", namespace);
  }

  public RequestMatcher name(String name) {
    return and("name", name);
  }

  private RequestMatcher and(String field, String value) {
    Map<String, String> more = new HashMap<>(wanted);
    more.put(field, value);
    return new RequestMatcher(more);
  }

  boolean matches(ApiRequest call) {
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
