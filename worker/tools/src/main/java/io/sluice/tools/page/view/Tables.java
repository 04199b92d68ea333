package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import java.util.List;

/**
 * Builds tables with headings.
 *
 * <p>A narrow page shows each row as a list, in which every value has its heading. Roles are named,
 * because a browser forgets those of a table that is no table on the screen.
 */
final class Tables {
  private Tables() {}

  static Element of(String caption, List<String> headings, List<List<Element>> rows) {
    Element head = Element.of("tr", "role", "row");
    headings.forEach(
        heading ->
            head.add(Element.of("th", "scope", "col", "role", "columnheader").text(heading)));
    Element body = Element.of("tbody", "role", "rowgroup");
    rows.forEach(cells -> body.add(row(headings, cells)));
    return Element.of(
            "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption)
        .add(
            Element.of("table", "role", "table")
                .add(
                    Element.of("caption", "class", "hidden").text(caption),
                    Element.of("thead", "role", "rowgroup").add(head),
                    body));
  }

  private static Element row(List<String> headings, List<Element> cells) {
    Element row = Element.of("tr", "role", "row");
    for (int i = 0; i < cells.size(); i++) {
      row.add(
          i == 0
              ? Element.of("th", "scope", "row", "role", "rowheader", "data-label", headings.get(i))
                  .add(cells.get(i))
              : Element.of("td", "role", "cell", "data-label", headings.get(i)).add(cells.get(i)));
    }
    return row;
  }

  static Element text(String text) {
    return LongWords.in(Element.of("span"), text == null ? "" : text);
  }
}
