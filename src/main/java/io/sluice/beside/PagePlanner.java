package io.sluice.beside;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Plans the pages of an override (policy-propagation 14.3).
 *
 * <p>Clusters are only appended: one that moved to another page would be listed on none for a
 * moment, and the propagator would turn it to inform and back. So a cluster stays on its page until
 * it is withdrawn, newcomers go to the last page and then to new ones, and holes stay.
 */
public final class PagePlanner {
  private PagePlanner() {}

  /**
   * Returns the pages to be written so that all of these clusters are listed: one write for each.
   *
   * @param pages those that stand, in any order
   * @param clusters those that a page lists already are left as they are
   */
  public static List<OverridePage> add(
      Collection<OverridePage> pages, List<OverrideEntry> clusters) {
    List<OverrideEntry> rest = new ArrayList<>();
    for (OverrideEntry entry : clusters) {
      boolean listed = pages.stream().anyMatch(page -> page.lists(entry.cluster()));
      if (!listed && rest.stream().noneMatch(one -> one.cluster().equals(entry.cluster()))) {
        rest.add(entry);
      }
    }
    Optional<OverridePage> last = pages.stream().max(Comparator.comparing(OverridePage::number));
    List<OverridePage> written = new ArrayList<>();
    int number = last.map(OverridePage::number).orElse(1);
    List<OverrideEntry> entries =
        new ArrayList<>(last.map(OverridePage::entries).orElse(List.of()));
    while (!rest.isEmpty()) {
      int room = Math.max(0, Math.min(OverridePage.MOST - entries.size(), rest.size()));
      entries.addAll(rest.subList(0, room));
      rest = rest.subList(room, rest.size());
      if (room > 0) {
        written.add(new OverridePage(number, entries));
      }
      number++;
      entries = new ArrayList<>();
    }
    return written;
  }

  /** Returns the pages to be written so that none of these clusters is listed. */
  public static List<OverridePage> withdraw(
      Collection<OverridePage> pages, Collection<String> clusters) {
    Set<String> leaving = Set.copyOf(clusters);
    return without(pages, entry -> leaving.contains(entry.cluster()));
  }

  /** Returns the pages to be written so that no cluster is listed. */
  public static List<OverridePage> withdrawAll(Collection<OverridePage> pages) {
    return without(pages, entry -> true);
  }

  private static List<OverridePage> without(
      Collection<OverridePage> pages, Predicate<OverrideEntry> leaving) {
    return pages.stream()
        .filter(page -> page.entries().stream().anyMatch(leaving))
        .map(
            page ->
                new OverridePage(
                    page.number(),
                    page.entries().stream().filter(leaving.negate()).collect(Collectors.toList())))
        .sorted(Comparator.comparing(OverridePage::number))
        .toList();
  }
}
