package io.sluice.template;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Decides which objects are never templates (lazy-activation 2.4). */
public final class TemplateScope {
  /** What is excluded besides Karmada's own namespaces, if nothing else is set. */
  public static final List<String> DEFAULT_EXCLUDED = List.of("kube-*");

  private static final String ANY = "*";
  private static final Set<String> RESERVED =
      Set.of("karmada-system", "karmada-cluster", KarmadaKeys.EXECUTION_NAMESPACE + ANY);
  private static final Set<String> KINDS = Set.of("Event", "Lease");

  private final List<String> excluded;

  /**
   * Excludes namespaces.
   *
   * @param excluded names, and beginnings of names with {@code *} after them
   */
  public TemplateScope(List<String> excluded) {
    this.excluded = List.copyOf(excluded);
  }

  /** Returns whether policies may propagate objects of that kind. */
  public static boolean coversKind(String apiVersion, String kind) {
    String group = apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
    return !group.endsWith("karmada.io")
        && !group.endsWith("open-cluster-management.io")
        && !KINDS.contains(kind);
  }

  public boolean covers(ResourceId id) {
    return coversKind(id.apiVersion(), id.kind())
        && !matches(RESERVED, id.namespace())
        && !matches(excluded, id.namespace());
  }

  private static boolean matches(Collection<String> patterns, String namespace) {
    return patterns.stream()
        .anyMatch(
            pattern ->
                pattern.endsWith(ANY)
                    ? namespace.startsWith(pattern.substring(0, pattern.length() - ANY.length()))
                    : namespace.equals(pattern));
  }
}
