package io.sluice.tools.page.markup;

import static java.util.Objects.requireNonNull;

import io.sluice.text.PrintableText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Builds one element of a page.
 *
 * <p>What comes from a hub enters as text or as the value of an attribute, and is escaped there;
 * control characters are replaced (policy-propagation 16b). An attribute that could run something
 * ({@code on...}, {@code style}, a link to a script) is refused: a page carries no code but its
 * own.
 */
public final class Element {
  /** A text that people wrote, as a message, could make a page that no browser shows. */
  private static final int LONGEST_TEXT = 64 << 10;

  private static final Set<String> VOID = Set.of("meta", "link", "br", "hr", "input", "img", "wbr");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*");
  private static final Pattern LINK = Pattern.compile("(https?://|/|\\.{1,2}/|#)[^\\s]*|");
  private static final Set<String> LINKS = Set.of("href", "src", "action", "formaction");

  private final String name;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<Object> children = new ArrayList<>();

  /** Holds a text that is written as it is. */
  private record Verbatim(String text) {}

  private Element(String name) {
    this.name = checked(name);
  }

  /**
   * Returns an element without content.
   *
   * @param attributes names and values in turn
   */
  public static Element of(String name, String... attributes) {
    Element element = new Element(name);
    for (int i = 0; i < attributes.length; i += 2) {
      element.attribute(attributes[i], attributes[i + 1]);
    }
    return element;
  }

  private static String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a name: " + name);
    }
    return name;
  }

  /** Sets an attribute. */
  public Element attribute(String attribute, String value) {
    requireNonNull(value, attribute);
    String lower = checked(attribute).toLowerCase(Locale.ROOT);
    if (lower.startsWith("on") || lower.equals("style") || lower.equals("srcdoc")) {
      throw new IllegalArgumentException("attribute " + attribute + " is not used");
    }
    if (LINKS.contains(lower) && !LINK.matcher(value).matches()) {
      throw new IllegalArgumentException("not a link: " + value);
    }
    attributes.put(attribute, value);
    return this;
  }

  /** Sets an attribute without a value, such as {@code hidden}, where it applies. */
  public Element flag(String attribute, boolean set) {
    return set ? attribute(attribute, "") : this;
  }

  /** Adds text. */
  public Element text(String text) {
    children.add(requireNonNull(text, "text is null"));
    return this;
  }

  /** Adds elements. */
  public Element add(Element... elements) {
    children.addAll(List.of(elements));
    return this;
  }

  /** Adds elements. */
  public Element add(Collection<Element> elements) {
    children.addAll(elements);
    return this;
  }

  /** Adds an element where there is one. */
  public Element add(Optional<Element> element) {
    element.ifPresent(children::add);
    return this;
  }

  /** Returns data for the scripts of a page: JSON, which does not run. */
  public static Element data(String id, String json) {
    return of("script", "type", "application/json", "id", id)
        .verbatim(PrintableText.lines(json).replace("<", "\\u003c"));
  }

  /** Sets the address of the page's icon: it is the one link to data. */
  Element icon(String data) {
    attributes.put("href", data);
    return this;
  }

  /**
   * Adds the content of a {@code style} or {@code script} element: nothing is escaped there.
   *
   * @throws IllegalArgumentException if it could end the element
   */
  Element verbatim(String text) {
    if (text.toLowerCase(Locale.ROOT).contains("</") || text.contains("<!--")) {
      throw new IllegalArgumentException("it would end the element " + name);
    }
    children.add(new Verbatim(text));
    return this;
  }

  /** Returns the value of its attribute {@code id}; empty without one. */
  public String id() {
    return attributes.getOrDefault("id", "");
  }

  /** Returns it as text. */
  public String html() {
    StringBuilder out = new StringBuilder();
    write(out);
    return out.toString();
  }

  void write(StringBuilder out) {
    out.append('<').append(name);
    attributes.forEach(
        (attribute, value) -> {
          out.append(' ').append(attribute);
          if (!value.isEmpty()) {
            out.append("=\"");
            escape(value, out);
            out.append('"');
          }
        });
    out.append('>');
    if (VOID.contains(name)) {
      return;
    }
    for (Object child : children) {
      if (child instanceof Element element) {
        element.write(out);
      } else if (child instanceof Verbatim verbatim) {
        out.append(verbatim.text());
      } else {
        escape(PrintableText.lines((String) child, LONGEST_TEXT), out);
      }
    }
    out.append("</").append(name).append('>');
  }

  private static void escape(String written, StringBuilder out) {
    String text = PrintableText.lines(written);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
  }
}
