package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import java.util.List;

/** Builds tables with headings. */
final class Tables {
  private Tables() {}

  static Element of(String caption, List<String> headings, List<List<Element>> rows) {
    Element head = Element.of("tr");
    headings.forEach(heading -> head.add(Element.of("th", "scope", "col").text(heading)));
    Element body = Element.of("tbody");
    for (List<Element> cells : rows) {
      Element row = Element.of("tr");
      for (int i = 0; i < cells.size(); i++) {
        row.add(
            i == 0
                ? Element.of("th", "scope", "row").add(cells.get(i))
                : Element.of("td").add(cells.get(i)));
      }
      body.add(row);
    }
    return Element.of(
            "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption)
        .add(
            Element.of("table")
                .add(
                    Element.of("caption", "class", "hidden").text(caption),
                    Element.of("thead").add(head),
                    body));
  }

  static Element text(String text) {
    return Element.of("span").text(text == null ? "" : text);
  }
}
