package io.sluice.tools.option;

import io.sluice.fleet.ByteOrder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Suggests objects that exist instead of one that does not. */
public final class NameSuggestions {
  private static final int MOST_NAMES = 10;

  private NameSuggestions() {}

  /**
   * Returns a sentence that names others.
   *
   * @param namespace where the object was expected
   * @param existing those that there are, each as {@code namespace/name}
   */
  public static String of(String namespace, String name, Collection<String> existing) {
    List<String> all = sorted(existing);
    List<String> namespaces =
        all.stream()
            .filter(other -> other.endsWith("/" + name))
            .map(other -> other.substring(0, other.indexOf('/')))
            .toList();
    if (!namespaces.isEmpty()) {
      return "One of that name is in %s: add -n %s."
          .formatted(list(namespaces, MOST_NAMES), namespaces.get(0));
    }
    List<String> names =
        all.stream()
            .filter(other -> other.startsWith(namespace + "/"))
            .map(other -> other.substring(namespace.length() + 1))
            .toList();
    if (!names.isEmpty()) {
      return "%sThere are: %s.".formatted(nearest(name, names), list(names, MOST_NAMES));
    }
    return all.isEmpty()
        ? "It has none at all. Create one."
        : "Namespace %s has none. There are: %s.".formatted(namespace, list(all, MOST_NAMES));
  }

  /**
   * Returns a question with the name that was probably meant, and a blank; empty if none is near.
   */
  public static String nearest(String name, Collection<String> existing) {
    int most = Math.max(1, name.length() / 3);
    return sorted(existing).stream()
        .filter(other -> EditDistance.of(name, other) <= most)
        .min(Comparator.comparingInt(other -> EditDistance.of(name, other)))
        .map("Did you mean %s? "::formatted)
        .orElse("");
  }

  /** Formats a list: {@code a, b and 3 more}. */
  public static String list(List<String> names, int most) {
    String shown = String.join(", ", names.stream().limit(most).toList());
    int more = names.size() - most;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  private static List<String> sorted(Collection<String> names) {
    return names.stream().sorted(ByteOrder.NAMES).distinct().toList();
  }
}
