package io.sluice.notification;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes a notice as an Adaptive Card in the envelope that a workflow of Teams takes.
 *
 * <p>All text stands in runs of RichTextBlocks: a card shows them as they are written, while it
 * takes Markdown in TextBlocks and facts for markup.
 */
final class TeamsFormatter {
  private TeamsFormatter() {}

  static Map<String, Object> tree(Notice notice, NoticeOrigin origin) {
    Map<String, Object> attachment =
        NoticeFormatter.object(
            "contentType",
            "application/vnd.microsoft.card.adaptive",
            "content",
            NoticeFormatter.object(
                "$schema",
                "http://adaptivecards.io/schemas/adaptive-card.json",
                "type",
                "AdaptiveCard",
                "version",
                "1.2",
                "msteams",
                Map.of("width", "Full"),
                "body",
                body(notice, origin),
                "actions",
                NoticeFacts.links(origin).entrySet().stream()
                    .map(
                        link ->
                            NoticeFormatter.object(
                                "type",
                                "Action.OpenUrl",
                                "title",
                                link.getKey(),
                                "url",
                                link.getValue()))
                    .toList()));
    return NoticeFormatter.object("type", "message", "attachments", List.of(attachment));
  }

  private static List<Object> body(Notice notice, NoticeOrigin origin) {
    List<Object> body = new ArrayList<>();
    Map<String, Object> title = bold(NoticeTitle.of(notice, origin));
    title.put("size", "Medium");
    body.add(block("Default", List.of(title)));
    if (!notice.message().isBlank()) {
      body.add(block("Default", List.of(run(notice.message()))));
    }
    NoticeFacts.of(notice, origin)
        .forEach((name, value) -> body.add(block("Small", List.of(bold(name + ": "), run(value)))));
    return body;
  }

  private static Map<String, Object> block(String spacing, List<Map<String, Object>> runs) {
    return NoticeFormatter.object("type", "RichTextBlock", "spacing", spacing, "inlines", runs);
  }

  private static Map<String, Object> run(String text) {
    return NoticeFormatter.object("type", "TextRun", "text", text);
  }

  private static Map<String, Object> bold(String text) {
    Map<String, Object> run = run(text);
    run.put("weight", "Bolder");
    return run;
  }
}
