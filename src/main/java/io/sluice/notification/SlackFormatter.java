package io.sluice.notification;

import io.sluice.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes a notice for an incoming webhook of Slack: a text for where no blocks are shown, and
 * blocks.
 *
 * <p>Texts of others stand in plain text alone, in which Slack takes nothing for bold, a mention or
 * a link; {@code &}, {@code <} and {@code >} are written as Slack asks for it. Markup has links of
 * this installation only.
 */
final class SlackFormatter {
  private static final int LONGEST_HEADER = 150;
  private static final int LONGEST_SECTION = 3_000;
  private static final int LONGEST_FIELD = 2_000;

  /** How much longer the longest of the written signs is. */
  private static final int ESCAPED = "&amp;".length();

  private SlackFormatter() {}

  static Map<String, Object> tree(Notice notice, NoticeOrigin origin) {
    return NoticeFormatter.object(
        "text",
        escaped(NoticeTitle.withMessage(notice, origin), LONGEST_SECTION),
        "mrkdwn",
        false,
        "parse",
        "none",
        "link_names",
        false,
        "unfurl_links",
        false,
        "unfurl_media",
        false,
        "blocks",
        blocks(notice, origin));
  }

  private static List<Object> blocks(Notice notice, NoticeOrigin origin) {
    List<Object> blocks = new ArrayList<>();
    String title = NoticeTitle.of(notice, origin);
    blocks.add(NoticeFormatter.object("type", "header", "text", plain(title, LONGEST_HEADER)));
    if (!notice.message().isBlank()) {
      blocks.add(
          NoticeFormatter.object(
              "type", "section", "text", plain(notice.message(), LONGEST_SECTION)));
    }
    blocks.add(
        NoticeFormatter.object(
            "type",
            "section",
            "fields",
            NoticeFacts.of(notice, origin).entrySet().stream()
                .map(fact -> plain(fact.getKey() + ": " + fact.getValue(), LONGEST_FIELD))
                .toList()));
    String links =
        NoticeFacts.links(origin).entrySet().stream()
            .map(link -> "<%s|%s>".formatted(link.getValue().replace("&", "&amp;"), link.getKey()))
            .collect(Collectors.joining("   "));
    if (!links.isEmpty()) {
      Object markup = NoticeFormatter.object("type", "mrkdwn", "text", links, "verbatim", true);
      blocks.add(NoticeFormatter.object("type", "context", "elements", List.of(markup)));
    }
    return blocks;
  }

  private static Map<String, Object> plain(String text, int longest) {
    return NoticeFormatter.object(
        "type", "plain_text", "text", escaped(text, longest), "emoji", false);
  }

  /** Slack refuses a message of which one text is too long. */
  private static String escaped(String text, int longest) {
    String whole = escaped(PrintableText.line(text, longest));
    return whole.length() <= longest ? whole : escaped(PrintableText.line(text, longest / ESCAPED));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
