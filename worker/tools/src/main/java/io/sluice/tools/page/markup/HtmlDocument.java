package io.sluice.tools.page.markup;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;

/**
 * Assembles one self-contained page: its style sheets and scripts are in it, and it loads nothing.
 *
 * @param title the title; text
 * @param styles in order
 * @param scripts in order, run after the content is there
 * @param connects whether its scripts may ask the server it came from
 * @param submits whether its forms may be sent there
 */
public record HtmlDocument(
    String title,
    List<PackagedText> styles,
    List<PackagedText> scripts,
    boolean connects,
    boolean submits) {
  /** An empty one, so that browsers do not ask for {@code /favicon.ico}. */
  private static final String ICON =
      "data:image/svg+xml,"
          + "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
          + "%3Cpath fill='%232f6fb0' d='M4 6h24v5H4zM4 14h24v5H4zM4 22h12v5H4z'/%3E%3C/svg%3E";

  public HtmlDocument {
    styles = List.copyOf(styles);
    scripts = List.copyOf(scripts);
  }

  /**
   * Returns the page.
   *
   * @param metadata for its scripts: {@code meta} elements by name
   * @param content of its body
   */
  public String html(Map<String, String> metadata, List<Element> content) {
    Element head =
        Element.of("head")
            .add(
                Element.of("meta", "charset", "utf-8"),
                Element.of("meta", "http-equiv", "Content-Security-Policy", "content", policy()),
                Element.of(
                    "meta", "name", "viewport", "content", "width=device-width, initial-scale=1"),
                Element.of("meta", "name", "color-scheme", "content", "light dark"),
                Element.of("meta", "name", "referrer", "content", "no-referrer"));
    metadata.forEach((name, value) -> head.add(Element.of("meta", "name", name, "content", value)));
    head.add(Element.of("title").text(title), icon());
    styles.forEach(style -> head.add(Element.of("style").verbatim(style.text())));
    Element body = Element.of("body").add(content);
    scripts.forEach(script -> body.add(Element.of("script").verbatim(script.text())));
    return "<!DOCTYPE html>\n" + Element.of("html", "lang", "en").add(head, body).html() + "\n";
  }

  private static Element icon() {
    return Element.of("link", "rel", "icon").icon(ICON);
  }

  /** Returns the policy that lets nothing run or load but what the page itself has. */
  public String policy() {
    return "default-src 'none'; base-uri 'none'; form-action "
        + (submits ? "'self'" : "'none'")
        + "; img-src data:; style-src "
        + sources(styles)
        + "; script-src "
        + sources(scripts)
        + (connects ? "; connect-src 'self'" : "");
  }

  private static String sources(List<PackagedText> texts) {
    return texts.isEmpty()
        ? "'none'"
        : texts.stream().map(PackagedText::source).collect(joining(" "));
  }
}
