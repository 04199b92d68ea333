package io.sluice.tools.page.view;

import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.RolloutPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds what a page's scripts need beside its elements: the clusters behind the cells.
 *
 * @param tree {@code clusters}: by number of the group, name, status, since, message and next
 *     instants of each; {@code statuses}: the texts
 */
public record PageData(Map<String, Object> tree) {
  /** That of a page without cells. */
  public static final PageData NONE =
      new PageData(Map.of("clusters", Map.of(), "statuses", List.of()));

  public static PageData of(RolloutPage page) {
    Map<String, Object> clusters = new LinkedHashMap<>();
    for (int i = 0; i < page.groups().size(); i++) {
      clusters.put(
          String.valueOf(i), page.groups().get(i).cells().stream().map(PageData::cell).toList());
    }
    return new PageData(
        Map.of(
            "clusters",
            clusters,
            "statuses",
            Arrays.stream(CellStatus.values()).map(CellStatus::text).toList()));
  }

  private static List<Object> cell(ClusterCell cell) {
    List<Object> parts = new ArrayList<>(List.of(cell.cluster(), cell.status().ordinal()));
    if (cell.since().isPresent() || cell.message().isPresent() || cell.next().known()) {
      parts.add(cell.since().map(Times::text).orElse(""));
      parts.add(cell.message().orElse(""));
    }
    InstantTexts.text(cell.next()).ifPresent(parts::add);
    return parts;
  }
}
